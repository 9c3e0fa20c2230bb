/**
 * What the admin API answers, for whoever shows it.
 *
 * @module
 */
import type { ConsoleList, NetworkList } from "../../capture/shapes.ts";

export type {
  Body,
  CaptureOff,
  ConsoleList,
  Entry,
  EntryDetail,
  Gap,
  HeaderShape,
  NavigationMark,
  NetworkList,
  RequestDetail,
  Row,
} from "../../capture/shapes.ts";
export type { TailEntry, TailRequest } from "../../capture/tap.ts";
export type { Summary } from "./summary.ts";

/** What a list answers besides what its resource reads as. */
export interface WithTail {
  /** Where its live tail is, for five minutes. */
  tail_url: string;
}

/** The console, or the network, of a workspace that captures. */
export type AdminList = (ConsoleList | NetworkList) & WithTail;
