/**
 * The tokens of a server, from the setting and from the file.
 *
 * @module
 */
import { timingSafeEqual } from "node:crypto";
import type { Log } from "../log.ts";
import { type Token, tokenForEverything, Tokens } from "./tokens.ts";
import { readTokensFile, TokensFileError } from "./tokens_file.ts";

/** Where tokens come from. */
export interface TokenSettings {
  /** A token that may do everything; null: none. */
  readonly authToken: string | null;
  /** The file with the others; null: none. */
  readonly tokensFile: string | null;
}

/** What {@linkcode openTokens} needs. */
export interface OpenTokensOptions {
  /** Where they come from. */
  readonly settings: TokenSettings;
  /** Told of each reload. */
  readonly log: Log;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/** The tokens, with the way to read their file again. */
export interface OpenedTokens {
  /** Null: none is asked for. */
  readonly tokens: Tokens | null;
  /** Reads the file again. One that cannot be taken leaves the tokens as they were. Never rejects. */
  reload(): Promise<void>;
}

/**
 * Reads the tokens.
 *
 * @throws {TokensFileError} the file cannot be taken
 */
export async function openTokens(options: OpenTokensOptions): Promise<OpenedTokens> {
  const { settings, log, now } = options;
  if (settings.authToken === null && settings.tokensFile === null) {
    return { tokens: null, reload: () => Promise.resolve() };
  }
  // Its digest is made here once: neither its text nor the settings are kept for the next time.
  const { authToken, tokensFile } = settings;
  const everything = authToken === null ? [] : [tokenForEverything(authToken)];
  const load = () => withFiled(everything, tokensFile);
  const tokens = new Tokens(await load(), now);
  async function reload(): Promise<void> {
    try {
      const read = await load();
      tokens.replace(read);
      log.info("tokens read again", { tokens: read.length });
    } catch (error) {
      const why = error instanceof TokensFileError ? error.message : "for an unknown reason";
      log.error("tokens are left as they were", { why });
    }
  }
  // One after another: what was read last is what holds.
  let last = Promise.resolve();
  return { tokens, reload: () => last = last.then(reload) };
}

/** Those of the setting, then those of the file as it is now. */
async function withFiled(
  everything: readonly Token[],
  tokensFile: string | null,
): Promise<Token[]> {
  const filed = tokensFile === null ? [] : await readTokensFile(tokensFile);
  const twice = filed.find((each) =>
    everything.some(({ digest }) => timingSafeEqual(digest, each.digest))
  );
  if (twice === undefined) return [...everything, ...filed];
  throw new TokensFileError(
    `TOKENS_FILE gives AUTH_TOKEN, which may do everything, to ${twice.name}`,
  );
}
