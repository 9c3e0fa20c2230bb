/**
 * The document as a person sees it: the flat tree (open shadow roots opened, slots filled), what of
 * it is rendered, and how one element is named in an error. Runs in the page.
 *
 * @module
 */

/** The walks and tests that {@link dom} gives. */
export interface Dom {
  /** White space squeezed to single spaces. */
  squeeze(text: string): string;
  /** At most `max` characters, the last an ellipsis when some were left out: by it a masker knows what was cut. */
  cut(text: string, max: number): string;
  /**
   * `node` by what its interface says: what a control is called hides what its form has by that name, so nothing
   * is read of an element that may be a form but through this. It stands for no node where one is passed.
   */
  own<N extends Node>(node: N): N;
  /** The element that holds `node` in the flat tree. */
  parent(node: Node): Element | null;
  /** The flat tree's child nodes. */
  children(element: Element): Node[];
  /** Visits the elements under `root`, itself first, in order; a visit that says false skips what is below. */
  walk(root: Element, visit: (element: Element) => boolean): void;
  /** The document and every open shadow root in it, outer before inner. */
  roots(): (Document | ShadowRoot)[];
  /** `inner` is `outer` or lies in it, shadow roots and slots included. */
  within(inner: Node | null, outer: Element): boolean;
  /** `<button id="buy">`: the start tag with what tells it apart. */
  describe(element: Element): string;
  /** Why `element` is not rendered, or null when it is. Its size is not looked at. */
  hidden(element: Element): string | null;
  /** The page hides `element` from assistive technology, not from the eye. */
  muted(element: Element): boolean;
  /** The modal dialog that keeps everything but what is in it from being used; null without one. */
  modal(): Element | null;
  /** Why `element`, seen or not, cannot be used whatever it is, or null: it is inert. */
  inert(element: Element): string | null;
  /** Forgets which dialog is open; to be called when the page may have changed. */
  refresh(): void;
  /** It can be seen and used, and nothing hides it from assistive technology. */
  exposed(element: Element): boolean;
  /** `list` shows its options all the time, and not only the one that is selected. */
  open(list: HTMLSelectElement): boolean;
  /** `element` is an option that its list does not show now. */
  folded(element: Element): boolean;
  /** What has the keyboard's focus, through open shadow roots. */
  focused(): Element | null;
  /** What `field` holds is not to be told: it is a password's, or a secret was put there once. */
  secretive(field: Element): boolean;
  /** From now on, as long as its document is there, what `field` holds is not told. */
  keepSecret(field: Element): void;
  /** Waits `ms` milliseconds. */
  pause(ms: number): Promise<void>;
  /** Waits for one animation frame, or 100 ms where none comes. */
  frame(): Promise<void>;
  /** `element` shows a document that can be entered: a frame, or an object that has one. No embed lets anyone in. */
  framing(element: Element): boolean;
  /** What lies at a point of the viewport, through open shadow roots; null outside of it. */
  at(x: number, y: number): Element | null;
  /** Waits until `element` has stayed in its place for a frame; false when it does not stop moving. */
  rest(element: Element): Promise<boolean>;
  /**
   * Where in the viewport the content of a frame begins, and how many pixels of it each of the frame's
   * own is; null for one that is turned or skewed.
   */
  inset(frame: Element): FrameInset | null;
  /** Whether this document was left: Firefox lets a function run on in one. `stop` ends the watch. */
  leaving(): { readonly left: boolean; stop(): void };
}

/** Where the content of a frame lies, in CSS pixels. */
export interface FrameInset {
  /** From the left edge of the viewport around it. */
  readonly x: number;
  /** From the top edge of the viewport around it. */
  readonly y: number;
  /** Pixels around it for one of its own, across and down. */
  readonly scale: { readonly x: number; readonly y: number };
}

/** Makes the walks of one document. Self-contained: it is sent to the browser as text. */
export function dom(): Dom {
  // A page can nest deeper than a stack is; what lies deeper than this is not looked at.
  const MAX_DEPTH = 1_000;
  const MAX_DESCRIPTION = 120;
  /** What moves for longer is animated without an end. */
  const MAX_FRAMES = 30;

  const squeeze = (text: string): string => text.replace(/\s+/g, " ").trim();

  const cut = (text: string, max: number): string =>
    text.length <= max
      ? text
      : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "").toWellFormed()}…`;

  const own = <N extends Node>(node: N): N =>
    node instanceof HTMLFormElement
      ? new Proxy(node, {
        get(_form, key) {
          const value: unknown = Reflect.get(HTMLFormElement.prototype, key, node);
          return typeof value === "function" ? value.bind(node) : value;
        },
      })
      : node;

  const parent = (node: Node): Element | null => {
    const slot = node instanceof Element || node instanceof Text ? own(node).assignedSlot : null;
    if (slot) return slot;
    const up = own(node).parentNode;
    if (up instanceof ShadowRoot) return up.host;
    return up instanceof Element ? up : null;
  };

  const children = (element: Element): Node[] => {
    const { shadowRoot, childNodes } = own(element);
    if (shadowRoot) return [...shadowRoot.childNodes];
    if (element instanceof HTMLSlotElement && element.getRootNode() instanceof ShadowRoot) {
      const assigned = element.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    return [...childNodes];
  };

  const walk = (root: Element, visit: (element: Element) => boolean): void => {
    const step = (element: Element, depth: number) => {
      if (!visit(element) || depth > MAX_DEPTH) return;
      for (const child of children(element)) {
        if (child instanceof Element) step(child, depth + 1);
      }
    };
    step(root, 0);
  };

  const roots = (): (Document | ShadowRoot)[] => {
    const found: (Document | ShadowRoot)[] = [document];
    for (let at = 0; at < found.length; at++) {
      const root = found[at];
      if (!root) break;
      const elements = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
      for (let node = elements.nextNode(); node; node = elements.nextNode()) {
        const shadow = own(node as Element).shadowRoot;
        if (shadow) found.push(shadow);
      }
    }
    return found;
  };

  const within = (inner: Node | null, outer: Element): boolean => {
    for (let at: Node | null = inner; at; at = parent(at)) if (at === outer) return true;
    return false;
  };

  const describe = (element: Element): string => {
    const it = own(element);
    let text = `<${it.localName}`;
    for (const name of ["id", "name", "type", "class"]) {
      const value = it.getAttribute(name);
      if (value && text.length + value.length < MAX_DESCRIPTION) text += ` ${name}="${value}"`;
    }
    return `${cut(squeeze(text), MAX_DESCRIPTION)}>`;
  };

  /** An option of a list that is shown has no box of its own. */
  const boxed = (element: Element): Element =>
    element instanceof HTMLOptionElement || element instanceof HTMLOptGroupElement
      ? element.closest("select") ?? element
      : element;

  const hidden = (element: Element): string | null => {
    const box = boxed(element);
    if (own(box).checkVisibility({ visibilityProperty: true })) return null;
    if (!own(box).isConnected) return "it is no longer in the document";
    const style = getComputedStyle(box);
    if (style.display === "none") return "it has display: none";
    if (style.visibility !== "visible") return `it has visibility: ${style.visibility}`;
    if (style.display === "contents") {
      const up = parent(box);
      return up ? hidden(up) : null;
    }
    for (let up = parent(box); up; up = parent(up)) {
      const { display, contentVisibility } = getComputedStyle(up);
      if (display === "none") return `${describe(up)} around it has display: none`;
      if (contentVisibility === "hidden") return `${describe(up)} around it is not rendered`;
      if (up instanceof HTMLDetailsElement && !up.open) {
        return `${describe(up)} around it is closed`;
      }
    }
    return "it is not rendered";
  };

  // A search asks it of each of many elements.
  let known: { dialog: Element | null; inert: Map<Element, string | null> } | null = null;
  const usable = () => known ??= { dialog: topDialog(), inert: new Map() };
  const modal = (): Element | null => usable().dialog;

  const topDialog = (): Element | null => {
    const dialogs = roots().flatMap((root) => [...root.querySelectorAll("dialog:modal")]);
    if (dialogs.length < 2) return dialogs[0] ?? null;
    // No one tells the order of the top layer; but what is inert is hit by nothing.
    const boxes = dialogs.map((dialog) => dialog.getBoundingClientRect());
    for (const { left, top, width, height } of boxes) {
      for (let hit = at(left + width / 2, top + height / 2); hit; hit = parent(hit)) {
        if (dialogs.includes(hit)) return hit;
      }
    }
    return dialogs.at(-1) ?? null;
  };

  const inert = (element: Element): string | null => {
    const { dialog, inert } = usable();
    const path: Element[] = [];
    let why: string | null | undefined;
    for (let up: Element | null = element; up && why === undefined; up = parent(up)) {
      path.push(up);
      const before = inert.get(up);
      if (before !== undefined) why = before;
      else if (own(up).hasAttribute("inert")) why = `it is inert, by ${describe(up)}`;
      // What is around an open dialog does not make it inert.
      else if (up === dialog) why = null;
    }
    if (why === undefined) {
      why = dialog && `it is inert while the modal ${describe(dialog)} is open`;
    }
    for (const each of path) inert.set(each, why);
    return why;
  };

  const exposed = (element: Element): boolean => {
    if (hidden(element) || inert(element) !== null) return false;
    for (let at = element;;) {
      if (own(at).closest("[aria-hidden=true]")) return false;
      const root = own(at).getRootNode();
      if (!(root instanceof ShadowRoot)) return true;
      at = root.host;
    }
  };

  const open = ({ multiple, size }: HTMLSelectElement): boolean => multiple || size > 1;

  const folded = (element: Element): boolean => {
    if (!(element instanceof HTMLOptionElement) || element.selected) return false;
    const list = element.closest("select");
    return list !== null && !open(list);
  };

  const muted = (element: Element): boolean =>
    own(element).getAttribute("aria-hidden") === "true" || own(element).hasAttribute("inert");

  // The sandbox lives as long as its document, and no page reaches it.
  const sandbox: { pagetapSecrets?: WeakSet<Element> } = globalThis as object;

  const secretive = (field: Element): boolean =>
    field instanceof HTMLInputElement && field.type === "password" ||
    (sandbox.pagetapSecrets?.has(field) ?? false);

  const keepSecret = (field: Element): void => {
    (sandbox.pagetapSecrets ??= new WeakSet()).add(field);
  };

  const focused = (): Element | null => {
    let active = document.activeElement;
    for (let root = active && own(active).shadowRoot; root?.activeElement;) {
      active = root.activeElement;
      root = own(active).shadowRoot;
    }
    return active;
  };

  const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

  const frame = (): Promise<void> =>
    new Promise((done) => {
      const timer = setTimeout(done, 100);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        done();
      });
    });

  const framing = (element: Element): boolean =>
    ["iframe", "frame", "object"].includes(own(element).localName) &&
    "contentWindow" in element && element.contentWindow !== null;

  const at = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y);
    for (let root = hit && own(hit).shadowRoot; root;) {
      const inner: Element | null = root.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
      root = own(inner).shadowRoot;
    }
    return hit;
  };

  const rest = async (element: Element): Promise<boolean> => {
    const place = () => {
      const { x, y, width, height } = own(element).getBoundingClientRect();
      return `${x},${y},${width},${height}`;
    };
    let before = place();
    for (let count = 0; count < MAX_FRAMES; count++) {
      await frame();
      const now = place();
      if (now === before) return true;
      before = now;
    }
    return false;
  };

  const inset = (element: Element): FrameInset | null => {
    for (let up: Element | null = element; up; up = parent(up)) {
      const { transform, rotate } = getComputedStyle(up);
      const { b, c, is2D } = new DOMMatrixReadOnly(transform);
      if (!is2D || Math.abs(b) + Math.abs(c) > 1e-6) return null;
      if (rotate !== "none" && rotate !== "0deg") return null;
    }
    const box = element.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = element as HTMLElement;
    const { paddingLeft, paddingTop } = getComputedStyle(element);
    const scale = { x: box.width / offsetWidth, y: box.height / offsetHeight };
    return {
      x: box.x + (element.clientLeft + parseFloat(paddingLeft)) * scale.x,
      y: box.y + (element.clientTop + parseFloat(paddingTop)) * scale.y,
      scale,
    };
  };

  const leaving = () => {
    const listening = new AbortController();
    const state = { left: false, stop: () => listening.abort() };
    addEventListener("pagehide", () => state.left = true, { signal: listening.signal });
    return state;
  };

  return {
    squeeze,
    cut,
    own,
    parent,
    children,
    walk,
    roots,
    within,
    describe,
    hidden,
    muted,
    open,
    folded,
    modal,
    inert,
    refresh: () => known = null,
    exposed,
    focused,
    secretive,
    keepSecret,
    pause,
    frame,
    framing,
    at,
    rest,
    inset,
    leaving,
  };
}
