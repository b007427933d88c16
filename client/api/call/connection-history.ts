import { ApiError } from '../api-error.ts';
import { setFailureHandler } from './request.ts';
import { sessionValue } from '#client/values/web-storage.ts';

/** `live` and `silent`: state of the table group. `failed`: a call without an answer or with a refusal. */
type Kind = 'online' | 'offline' | 'live' | 'silent' | 'failed';

/** A change of the phone's connection. It contains no personal data, because diners may send it with a problem report. */
interface ConnectionNote {
  /** By the phone's own clock, ms since 1970. */
  readonly t: number;
  readonly kind: Kind;
  readonly what?: string;
}

/** Older notes are dropped. */
const maxNotes = 80;
const key = 'connection-history';

/** Adds a note to the history. Session storage holds it, so it survives a reload. */
export function recordConnection(kind: Kind, what?: string): void {
  const note = { t: Date.now(), kind, ...(what !== undefined && { what }) };
  sessionValue.set(key, JSON.stringify([...readConnectionHistory(), note].slice(-maxNotes)));
}

/** Returns the notes, oldest first. */
export function readConnectionHistory(): readonly ConnectionNote[] {
  const notes = sessionValue.json(key);
  return Array.isArray(notes) ? (notes as ConnectionNote[]) : [];
}

/** Starts to record network changes and failed calls. */
export function startConnectionHistory(): void {
  for (const kind of ['online', 'offline'] as const) addEventListener(kind, () => recordConnection(kind));
  setFailureHandler(({ method, path }, error) => {
    const reason = error instanceof ApiError ? describeFailure(error) : 'broken';
    if (reason !== 'aborted') recordConnection('failed', `${method} ${path}: ${reason}`);
  });
}

/** Names the failure without the server's message, which may contain a person's name. */
function describeFailure({ failure }: ApiError): string {
  if (failure.kind === 'refused') return String(failure.code);
  return failure.kind === 'network' ? failure.reason : failure.kind;
}
