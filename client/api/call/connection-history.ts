import { ApiError } from '../api-error.ts';
import { setFailureHandler } from './request.ts';
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
const maxNotes = 80;
const key = 'connection-history';

/** Writes down what happened to the connection; a reload keeps it. */
export function recordConnection(kind: Kind, what?: string): void {
  const note = { t: Date.now(), kind, ...(what !== undefined && { what }) };
  sessionValue.set(key, JSON.stringify([...readConnectionHistory(), note].slice(-maxNotes)));
}

/** What happened to the connection, oldest first. */
export function readConnectionHistory(): readonly ConnectionNote[] {
  const kept = sessionValue.json(key);
  return Array.isArray(kept) ? (kept as ConnectionNote[]) : [];
}

/** From now on: the phone's own network, and every call that failed. */
export function startConnectionHistory(): void {
  for (const kind of ['online', 'offline'] as const) addEventListener(kind, () => recordConnection(kind));
  setFailureHandler(({ method, path }, error) => {
    const reason = error instanceof ApiError ? describeFailure(error) : 'broken';
    if (reason !== 'aborted') recordConnection('failed', `${method} ${path}: ${reason}`);
  });
}

/** Without what the server said: it may name somebody. */
function describeFailure({ failure }: ApiError): string {
  if (failure.kind === 'refused') return String(failure.code);
  return failure.kind === 'network' ? failure.reason : failure.kind;
}
