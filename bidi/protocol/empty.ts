/** The parameters of a command that takes none, and the result of one that answers nothing (EmptyParams, EmptyResult). */
export type Empty = Record<never, never>;
