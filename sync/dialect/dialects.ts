import { isPlain, type ServerAnswer } from '../ports/transport.ts';
import type { ServerKind } from '../state.ts';
import { aware } from './aware.ts';
import type { Dialect } from './dialect.ts';
import { plain } from './plain.ts';

/** By what the server has shown so far. Until it has shown something, it is treated as one that knows nothing (P1). */
export function dialectOf(kind: ServerKind): Dialect {
  return kind === 'aware' ? aware : plain;
}

/** By what it has just shown. */
export function dialectOfAnswer(answer: ServerAnswer): Dialect {
  return isPlain(answer) ? plain : aware;
}
