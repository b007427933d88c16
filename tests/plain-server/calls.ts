import type { Ask } from './ask.ts';

/** Answers the envelope's `data`, or throws a Refusal. */
export type Handler = (ask: Ask) => unknown;

/** By `METHOD /path`. */
export type Calls = Readonly<Record<string, Handler>>;
