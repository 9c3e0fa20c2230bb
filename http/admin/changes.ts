/**
 * How the workspaces are, as an event stream: each of them at its beginning, and again when it has changed.
 *
 * @module
 */
import type { Service } from "../../actors/service.ts";
import type { EventSource } from "./sse.ts";
import type { Summary } from "./summary.ts";

/** Milliseconds in which the changes of a workspace are told of once. */
const GATHER_MS = 250;

/** What {@linkcode changeEvents} needs. */
export interface ChangesOptions {
  /** What is watched. */
  readonly service: Pick<Service, "watch" | "workspaces">;
  /** Whether the listener may know of a workspace. */
  reaches(workspace: string): boolean;
  /** How a workspace is now. */
  summary(workspace: string): Promise<Summary>;
}

/**
 * Tells of each workspace, and again of one that changed, once in a while and as it then is: whoever has asked
 * for a list before misses nothing that came between. Holds a name a workspace at most.
 */
export function changeEvents({ service, reaches, summary }: ChangesOptions): EventSource {
  const changed = new Set(service.workspaces().filter(reaches));
  let awaited = Promise.withResolvers<void>();
  let told: Summary[] = [];
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function gather(): Promise<void> {
    const names = [...changed];
    changed.clear();
    const now = await Promise.all(names.map((name) => summary(name).catch(() => null)));
    const latest = new Map(
      [...told, ...now.filter((each) => each !== null)].map((each) => [each.key, each]),
    );
    told = [...latest.values()];
    timer = undefined;
    if (changed.size > 0) later();
    awaited.resolve();
  }

  function later(): void {
    if (!ended) timer ??= setTimeout(() => void gather(), GATHER_MS);
  }

  const unwatch = service.watch((name) => {
    if (!reaches(name)) return;
    changed.add(name);
    later();
  });
  if (changed.size > 0) later();
  return {
    get ready() {
      return awaited.promise;
    },
    take() {
      const events = told;
      told = [];
      if (!ended) awaited = Promise.withResolvers();
      return ended && events.length === 0 ? null : events;
    },
    close() {
      ended = true;
      unwatch();
      clearTimeout(timer);
      awaited.resolve();
    },
  };
}
