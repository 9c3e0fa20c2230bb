/**
 * The real parts that tests run against, and how a test that needs them is registered.
 *
 * @module
 */
export { FaultProxy, type FaultProxyOptions } from "./fault_proxy.ts";
export { Grid, type GridSession, type GridStatus, type Slots } from "./grid.ts";
export type { NodeOptions } from "./grid_commands.ts";
export { gridTest } from "./register.ts";
export { TlsProxy } from "./tls_proxy.ts";
