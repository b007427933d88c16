import { ApiError } from '../api-error.ts';
import { whenCallFails } from './request.ts';
import { sessionValue } from '#client/values/web-storage.ts';

/** `live`, `silent`: the table group; `failed`: a call that got no answer, or was refused, by its name. */
type Kind = 'online' | 'offline' | 'live' | 'silent' | 'failed';

/** Something that happened to the phone's connection. No personal data: it may leave the phone in a report. */
interface ConnectionNote {
  /** The phone's own clock, ms. */
  readonly t: number;
  readonly kind: Kind;
  readonly what?: string;
}

/** The last ones are kept. */
const most = 80;
const key = 'connection-history';

/** Writes down what happened to the connection; a reload keeps it. */
export function noteConnection(kind: Kind, what?: string): void {
  const note = { t: Date.now(), kind, ...(what !== undefined && { what }) };
  sessionValue.set(key, JSON.stringify([...connectionHistory(), note].slice(-most)));
}

/** What happened to the connection, oldest first. */
export function connectionHistory(): readonly ConnectionNote[] {
  const kept = sessionValue.json(key);
  return Array.isArray(kept) ? (kept as ConnectionNote[]) : [];
}

/** From now on: the phone's own network, and every call that failed. */
export function keepConnectionHistory(): void {
  for (const kind of ['online', 'offline'] as const) addEventListener(kind, () => noteConnection(kind));
  whenCallFails(({ method, path }, error) => {
    const reason = error instanceof ApiError ? reasonOf(error) : 'broken';
    if (reason !== 'aborted') noteConnection('failed', `${method} ${path}: ${reason}`);
  });
}

/** Without what the server said: it may name somebody. */
function reasonOf({ failure }: ApiError): string {
  if (failure.kind === 'refused') return String(failure.code);
  return failure.kind === 'network' ? failure.reason : failure.kind;
}
