// The types of `@std/http`, for the members that `http.ts` re-exports.

/** HTTP status codes by name. */
export const STATUS_CODE: {
  readonly Continue: 100;
  readonly SwitchingProtocols: 101;
  readonly Processing: 102;
  readonly EarlyHints: 103;
  readonly OK: 200;
  readonly Created: 201;
  readonly Accepted: 202;
  readonly NonAuthoritativeInfo: 203;
  readonly NoContent: 204;
  readonly ResetContent: 205;
  readonly PartialContent: 206;
  readonly MultiStatus: 207;
  readonly AlreadyReported: 208;
  readonly IMUsed: 226;
  readonly MultipleChoices: 300;
  readonly MovedPermanently: 301;
  readonly Found: 302;
  readonly SeeOther: 303;
  readonly NotModified: 304;
  readonly UseProxy: 305;
  readonly TemporaryRedirect: 307;
  readonly PermanentRedirect: 308;
  readonly BadRequest: 400;
  readonly Unauthorized: 401;
  readonly PaymentRequired: 402;
  readonly Forbidden: 403;
  readonly NotFound: 404;
  readonly MethodNotAllowed: 405;
  readonly NotAcceptable: 406;
  readonly ProxyAuthRequired: 407;
  readonly RequestTimeout: 408;
  readonly Conflict: 409;
  readonly Gone: 410;
  readonly LengthRequired: 411;
  readonly PreconditionFailed: 412;
  readonly ContentTooLarge: 413;
  readonly URITooLong: 414;
  readonly UnsupportedMediaType: 415;
  readonly RangeNotSatisfiable: 416;
  readonly ExpectationFailed: 417;
  readonly Teapot: 418;
  readonly MisdirectedRequest: 421;
  readonly UnprocessableEntity: 422;
  readonly Locked: 423;
  readonly FailedDependency: 424;
  readonly TooEarly: 425;
  readonly UpgradeRequired: 426;
  readonly PreconditionRequired: 428;
  readonly TooManyRequests: 429;
  readonly RequestHeaderFieldsTooLarge: 431;
  readonly UnavailableForLegalReasons: 451;
  readonly InternalServerError: 500;
  readonly NotImplemented: 501;
  readonly BadGateway: 502;
  readonly ServiceUnavailable: 503;
  readonly GatewayTimeout: 504;
  readonly HTTPVersionNotSupported: 505;
  readonly VariantAlsoNegotiates: 506;
  readonly InsufficientStorage: 507;
  readonly LoopDetected: 508;
  readonly NotExtended: 510;
  readonly NetworkAuthenticationRequired: 511;
};

/** A known HTTP status code. */
export type StatusCode = typeof STATUS_CODE[keyof typeof STATUS_CODE];

/** Reason phrases by status code. */
export const STATUS_TEXT: Readonly<Record<StatusCode, string>>;

/** The first of `types` that the request's `Accept` prefers, or undefined when it takes none. */
export function accepts<const T extends string>(
  request: Pick<Request, "headers">,
  ...types: [T, ...T[]]
): T | undefined;
/** The media types of the request's `Accept`, best first. */
export function accepts(request: Pick<Request, "headers">): string[];

/** Options of `eTag`. */
export interface ETagOptions {
  /** Digest; default `SHA-256`. */
  algorithm?: AlgorithmIdentifier;
  /** Whether the tag is weak; default false. */
  weak?: boolean;
}

/** The entity tag of a whole body, quoted for the `ETag` header. */
export function eTag(entity: string | Uint8Array, options?: ETagOptions): Promise<string>;

/** False when `If-None-Match` (`value`) names `etag`, by weak comparison: answer 304. */
export function ifNoneMatch(value: string | null, etag: string | undefined): boolean;

/** One message of an event stream. */
export interface ServerSentEventMessage {
  /** Ignored by the client; keeps a connection alive. */
  comment?: string;
  /** The event's type; no line break. */
  event?: string;
  /** What the event carries; line breaks are kept. */
  data?: string;
  /** Sent back as `Last-Event-ID` on a reconnect; no line break. */
  id?: string | number;
  /** Milliseconds the client waits before it reconnects. */
  retry?: number;
}

/** Turns messages into the bytes of a `text/event-stream` body. */
export class ServerSentEventStream
  extends TransformStream<ServerSentEventMessage, Uint8Array<ArrayBuffer>> {
  /** Makes one. */
  constructor();
}
