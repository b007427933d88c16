import { inspect } from 'node:util';

/** Longest text of an input or an effect, characters. `--json` prints all of it. */
const maxLength = 240;

/**
 * Writes an input or an effect of the sync engine as one line, with the names of the code, for example
 *
 *   answered { number: 6, call: 'post', answer: { ok: false, failure: { kind: 'retry', reason: 'no answer' } } }
 */
export function formatFields({ kind, ...fields }: { readonly kind: string }): string {
  const short = shorten(fields);
  if (Object.keys(short as object).length === 0) return kind;
  const text = inspect(short, { depth: 3, compact: true, breakLength: Infinity });
  return `${kind} ${text.length > maxLength ? `${text.slice(0, maxLength)} …` : text}`;
}

/** Replaces events and their records by the events' ids, and a list of texts by one text. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) {
    const all = value.map(shorten);
    return all.length > 0 && all.every((each) => typeof each === 'string') ? all.join(', ') : all;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return value.message;
  if ('event' in value) return shorten(value.event);
  if ('id' in value && 'seen' in value) return value.id;
  const given = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(given.map(([name, each]) => [name, shorten(each)]));
}

/** Returns text like `2.1 s`. */
export function formatSeconds(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : 'never';
}
