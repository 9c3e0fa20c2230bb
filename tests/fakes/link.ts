/**
 * The channel of a session that answers, falls silent, drops and comes back as the test says.
 *
 * @module
 */
import { ActionError } from "../../actors/action_error.ts";
import type { Unheard } from "../../actors/attach.ts";
import { type ConnectionRef, spawnConnection } from "../../actors/connection.ts";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import { Link } from "../../actors/link.ts";
import type { BrowserName, Session } from "../../drivers/driver.ts";
import { AnsweringTransport, type Answers, ONE_TAB } from "./browser.ts";
import type { FakeLease } from "./lease.ts";
import { fakeLive } from "./live.ts";
import { fakeSystem } from "./system.ts";

/** What a {@linkcode fakeLink} is made of, where the default will not do. */
export interface FakeLinkOptions {
  readonly browser?: BrowserName;
  /** Its hold on a Grid; absent, it runs on this machine and survives a drop all the same. */
  readonly lease?: FakeLease;
  readonly session?: Partial<Session>;
}

/** One try to open the channel again. */
export interface Try {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly unheard: Unheard;
}

/** Makes one, whose channel is open. */
export function fakeLink({ browser = "chrome", lease, session }: FakeLinkOptions = {}) {
  const fake = fakeSystem();
  const { clock, system, settle } = fake;
  const told = {
    cuts: [] as string[],
    gaps: [] as [number, number, string][],
    gone: [] as string[],
    tries: [] as Try[],
  };
  /** How the browser and the way to it are: the test's to change. */
  const way = {
    /** It answers nothing. */
    silent: false,
    /** Why no channel can be opened; null while one can. */
    refused: null as string | null,
    /** Runs between the opening of a channel and its use. */
    opened: (_transport: AnsweringTransport): Promise<unknown> => Promise.resolve(),
  };
  const answers: Answers = {
    ...ONE_TAB,
    "browsingContext.getTree": (params) =>
      way.silent ? undefined : ONE_TAB["browsingContext.getTree"]?.(params),
  };
  const transports = [new AnsweringTransport(answers)];
  const owner = (news: Parameters<Link["news"]>[0]) => link.news(news);
  const { live, session: state } = fakeLive(system, {
    browser,
    owner,
    ...(transports[0] && { transport: transports[0] }),
    session: { reconnects: true, ...(lease && { lease }), ...session },
  });
  const abort = new AbortController();
  const connections: ConnectionRef[] = [live.connection];
  const link = new Link({
    live,
    clock,
    log: { debug() {}, info() {}, warn() {} },
    signal: abort.signal,
    reattach: async (unheard) => {
      told.tries.push({ at: clock.now(), unheard });
      if (way.refused !== null) throw new ActionError(503, way.refused);
      const transport = new AnsweringTransport(answers);
      const made = { transport, owner, stats: new DispatcherStats() };
      live.connection = spawnConnection(system, "connection", made);
      transports.push(transport);
      connections.push(live.connection);
      await way.opened(transport);
    },
    // That it is cut still may be told again.
    cut: (why) => void (told.cuts.at(-1) === why || told.cuts.push(why)),
    gap: (from, to, why) => void told.gaps.push([from, to, why]),
    gone: (why) => void told.gone.push(why),
  });
  const newest = (): AnsweringTransport => {
    const last = transports.at(-1);
    if (last === undefined) throw new Error("no channel was opened");
    return last;
  };
  const drop = async (why = "Unexpected EOF") => {
    newest().die(why);
    await settle();
  };
  const { signal } = new AbortController();
  /** A call that asks whether it may begin; what came of that, and when. */
  const call = (caller: AbortSignal = signal) => {
    const asked = { outcome: null as string | Error | null, at: 0 };
    const end = (outcome: string | Error) => Object.assign(asked, { outcome, at: clock.now() });
    link.ready(caller).then(() => end("ready"), end);
    return asked;
  };
  /** Ends the session and whatever still waits for its channel. */
  const stop = async () => {
    abort.abort(new Error("the session ends"));
    for (const each of connections) void each.stop();
    await settle();
  };
  return {
    ...fake,
    live,
    state,
    link,
    told,
    way,
    transports,
    connections,
    newest,
    drop,
    call,
    stop,
  };
}
