/**
 * Puts serialised values into words, the same for both browsers: objects and arrays to a depth of
 * 5 and 50 members with what was left out marked, cycles marked, strings inside them quoted.
 *
 * @module
 */
import type { RemoteValue } from "../bidi/protocol.ts";
import { type Mask, MASKED } from "./mask.ts";
import { References } from "./references.ts";
import {
  type Container,
  containerOf,
  isSecretType,
  leafText,
  MAX_DEPTH,
  type Member,
  typeName,
} from "./remote_value.ts";
import { sanitize } from "./sanitize.ts";
import { readShimString, SHIM_MARK } from "./shim_mark.ts";

const BRACKETS = {
  list: ["[", "]"],
  object: ["{", "}"],
  map: ["{", "}"],
  set: ["{", "}"],
} as const;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** What quoting would change, so that a secret must be found before it. */
const QUOTED = /["\\\n\t]/;

/** How often the room of an entry is looked at, at most, for strings that are masked by themselves. */
const LOOKS = 4;

/** What stands between two members. */
const SEPARATOR = ", ".length;

/** Writes the values of one entry; remembers them, so that a second reference can be shown. */
export class RemoteText {
  readonly #mask: Mask;
  readonly #references = new References();
  #room: number;
  /** UTF-16 code units that may be masked by themselves: what is masked may take no room any more. */
  #look: number;
  #omitted = 0;
  #clipped = false;

  /** `room`: UTF-16 code units written at most, over all values. */
  constructor(mask: Mask, room: number) {
    this.#mask = mask;
    this.#room = room;
    this.#look = LOOKS * room;
  }

  /** UTF-16 code units of strings that are known to have been left out. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Whether something was left out for want of room, so that a text may end in mid-secret. */
  get clipped(): boolean {
    return this.#clipped;
  }

  /** A value as the console shows an argument: a string as it is. */
  argument(value: RemoteValue): string {
    if (value.type !== "string") return this.#write(value, 0);
    const { text, more } = readShimString(leafText(value) ?? "");
    this.#omitted += more;
    return this.#take(this.head(text));
  }

  /** What of a string there may be room for: the rest is not even looked at. */
  head(text: string): string {
    const room = Math.max(0, this.#room);
    if (text.length <= room) return text;
    this.#clipped = true;
    this.#omitted += text.length - room;
    return text.slice(0, room);
  }

  #write(value: RemoteValue, depth: number, hidden = false): string {
    if (hidden && isSecretType(value.type)) return this.#take(MASKED);
    if (value.type === "string") return this.#string(leafText(value) ?? "");
    const leaf = leafText(value);
    if (leaf !== null) return this.#take(leaf);
    return this.#references.write(
      value,
      (target) => this.#container(target, depth, hidden),
      () => this.#take("[Circular]"),
    );
  }

  #string(raw: string): string {
    const { text, more, words } = readShimString(raw);
    if (words) return this.#take(text);
    const clean = sanitize(this.head(text));
    const safe = QUOTED.test(clean) ? this.#masked(clean) : clean;
    return this.#take(JSON.stringify(more > 0 ? `${safe}… ${more} more` : safe));
  }

  #masked(text: string): string {
    this.#look -= text.length;
    if (this.#look >= 0) return this.#mask.text(text);
    this.#room = 0;
    return text;
  }

  #container(value: RemoteValue, depth: number, hidden: boolean): string {
    const container = containerOf(value);
    if (container === null) return this.#take(unopened(value.type));
    const { kind, label, size } = container;
    const [opening, closing] = BRACKETS[kind];
    const open = this.#take(label === "" ? opening : `${label}(${size}) ${opening}`);
    if (size === 0) return open + this.#take(closing);
    if (depth >= MAX_DEPTH) return open + this.#take(`… ${size} more${closing}`);
    return open + this.#members(container, depth + 1, hidden) + this.#take(closing);
  }

  #members(container: Container, depth: number, hidden: boolean): string {
    const parts: string[] = [];
    for (const member of container.members) {
      if (this.#room <= 0) break;
      parts.push(this.#member(container.kind, member, depth, hidden));
    }
    const more = container.size - parts.length;
    if (more > 0) parts.push(this.#take(`… ${more} more`));
    return parts.join(", ");
  }

  #member(kind: Container["kind"], member: Member, depth: number, hidden: boolean): string {
    const { key, value } = member;
    this.#room -= SEPARATOR;
    if (key === null) return this.#write(value, depth, hidden && kind === "list");
    if (key === SHIM_MARK) return this.#write(value, depth);
    if (typeof key !== "string") {
      const secret = key.type === "string" && this.#mask.member(leafText(key) ?? "");
      return `${this.#write(key, depth)} => ${this.#write(value, depth, secret)}`;
    }
    const quoted = kind === "map" || !IDENTIFIER.test(key);
    const name = this.#take(quoted ? JSON.stringify(sanitize(key)) : key);
    const text = this.#write(value, depth, this.#mask.member(key));
    return kind === "map" ? `${name} => ${text}` : `${name}: ${text}`;
  }

  #take(text: string): string {
    const room = Math.max(0, this.#room);
    this.#room -= text.length;
    if (text.length <= room) return text;
    this.#clipped = true;
    this.#omitted += text.length - room;
    return text.slice(0, room);
  }
}

/** How a container is shown that came without members: beyond a depth, or seen before. */
function unopened(type: string): string {
  switch (type) {
    case "array":
      return "[…]";
    case "object":
      return "{…}";
    default:
      return `${typeName(type)} {…}`;
  }
}
