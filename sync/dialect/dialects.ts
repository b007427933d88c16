import { isPlain, type ServerAnswer } from '../ports/transport.ts';
import type { ServerKind } from '../state.ts';
import { aware } from './aware.ts';
import type { Dialect } from './dialect.ts';
import { plain, unknown } from './plain.ts';

const dialects: Readonly<Record<ServerKind, Dialect>> = { unknown, aware, plain };

/** By what the server has shown so far. */
export function dialectOf(kind: ServerKind): Dialect {
  return dialects[kind];
}

/** By what it has just shown. */
export function dialectOfAnswer(answer: ServerAnswer): Dialect {
  return isPlain(answer) ? plain : aware;
}
