/** Records for the tests of the stores. */
import { defaultSettings } from "../../../actors/session_settings.ts";
import type { SessionRecord, WorkspaceRecord } from "../../../actors/store/record.ts";

export const SESSION: SessionRecord = {
  browser: "firefox",
  ticket: "https://grid.test a2f1",
  timeoutMs: 300_000,
  driven: "context-1",
  tabs: { last: 3, tabs: { "context-1": 1, "context-3": 3 } },
  frames: [{ context: "frame-1", parent: "context-1", element: '<iframe id="pay">' }],
  collector: "collector-1",
  calledAt: 1_700_000_000_000,
  origins: ["https://b.test", "http://a.test:81"],
};

/** A record in which nothing has its default. */
export function record(over: Partial<WorkspaceRecord> = {}): WorkspaceRecord {
  return {
    settings: defaultSettings({ browser: "firefox", callTimeoutS: 12 }),
    emulated: {
      locale: "de-DE",
      timezone: "Asia/Tokyo",
      geolocation: { latitude: 48.1, longitude: 11.5, accuracy: 5 },
      user_agent: "Agent/1",
      screen: { width: 400, height: 900 },
      offline: true,
      headers: { "x-one": "1", authorization: null },
    },
    captureTtlS: 600,
    session: SESSION,
    endedWhy: null,
    reopens: true,
    url: "http://site.test/ü?q=1",
    calledAt: 1_700_000_000_000,
    calls: 12,
    seq: 34,
    nav: 5,
    ...over,
  };
}
