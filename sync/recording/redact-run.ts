/**
 * Redacts a recorded run before it leaves the phone: placeholders replace names and notes, as in the log.
 *
 * The redacted run must replay like the original: the same steps, with placeholders in the effects. Two things need care.
 *
 * - Keys that contain notes, as in unanswered posts and order traces, get the same placeholder as the notes.
 * - Digests of the server describe the view with the real texts. Where the phone agreed with the server, the digest is
 *   replaced by the one of the view with placeholders. Where it differed, the digest stays, so that it differs again.
 *
 * To calculate digests, the original and the redacted run are replayed side by side.
 */
import { createRedactor } from '#events/records/redact.ts';
import { normaliseText } from '#events/log/plain-text.ts';
import type { LogHeader } from '#events/records/log-file.ts';
import { hashView } from '#projections/merge/view-json.ts';
import type { Sync } from '#contract/calls/cart.ts';
import { applySync } from '../protocols/event/event-server.ts';
import type { Input, Moment } from '../ports/input.ts';
import { isReadable } from '../ports/readable.ts';
import type { StoredReplica } from '../ports/storage.ts';
import { readRuns } from './recording-file.ts';
import {
  openRecordedPhone,
  createRunLines,
  type Opening,
  type RecordedRun,
  type RecordedInput,
} from './recording.ts';
import type { PhoneState } from '../state/phone-state.ts';
import { step } from '../step.ts';
import { createContext, getView } from '../state/step-context.ts';
import { redactUnreadLines } from '../protocols/snapshot/redact-unread.ts';
import type { OrderTrace } from '../ports/storage.ts';
import type { UnansweredPost } from '../ports/storage.ts';

type Redact = <T>(value: T) => T;

/** Fields in which the POS describes people in an order. No step reads them. */
export const posFields: ReadonlySet<string> = new Set([
  'customer',
  'customerProducts',
  'payments',
  'staffName',
  'voidReason',
  'extraInfo',
  'thirdPartyExtraInfo',
]);

/**
 * Redacts the lines of runs. Lines after an unreadable one are left out. Throws if an opening is not one.
 * @param lines JSON
 */
export function redactRunLines(header: LogHeader, lines: readonly string[]): string[] {
  const given = lines.map((text, index) => ({ line: index + 1, value: JSON.parse(text) as object }));
  return readRuns(given)
    .runs.flatMap((run) => createRunLines(redactRun(header, run)))
    .map((line) => JSON.stringify(line));
}

export function redactRun(header: LogHeader, { opening, inputs, cut }: RecordedRun): RecordedRun {
  const redact = createRedactor(header);
  const safe = redactOpening(opening, redact);
  let state = openRecordedPhone(opening);
  let shown = openRecordedPhone(safe);
  const redacted: RecordedInput[] = [];
  /** The last input with a hint, and its original digest. */
  let hint: { readonly index: number; readonly digest: string } | undefined;
  for (const [index, { input, moment }] of inputs.entries()) {
    const plain = removePosFields(
      redactUnreadLines(redactPosts(redact(normaliseNotes(input)), redact), redact),
    );
    redacted.push({
      input: replaceSyncDigest({ input, state }, { input: plain, state: shown }, moment),
      moment,
    });
    const digest = getHintDigest(input);
    if (digest !== undefined) hint = { index, digest };
    const { state: next } = step(state, input, moment);
    if (hint && state.group.hint && !next.group.hint && hashView(getView(next)) === hint.digest) {
      // The phone checks the hint in this step, and it agrees with the view. Let the redacted hint agree as well.
      const { state: placeholders } = step(shown, redacted[index]!.input, moment);
      const ofPlaceholders = hashView(getView(placeholders));
      const bearer = redacted[hint.index]!;
      redacted[hint.index] = { ...bearer, input: replaceHintDigest(bearer.input, ofPlaceholders) };
      const { group } = shown;
      shown = {
        ...shown,
        group: { ...group, hint: group.hint && { ...group.hint, digest: ofPlaceholders } },
      };
    }
    state = next;
    ({ state: shown } = step(shown, redacted[index]!.input, moment));
  }
  return { opening: safe, inputs: redacted, cut };
}

/** Returns the digest of the server's hint, which comes from the group or from another tab. */
function getHintDigest(input: Input): string | undefined {
  if (!isReadable(input)) return undefined;
  if (input.kind === 'message') return input.incoming.message.data.digest;
  return input.kind === 'tab' && input.message.kind === 'hint' ? input.message.digest : undefined;
}

function replaceHintDigest(input: Input, digest: string): Input {
  if (input.kind === 'tab' && input.message.kind === 'hint')
    return { ...input, message: { ...input.message, digest } };
  if (input.kind !== 'message') return input;
  const { message } = input.incoming;
  return {
    ...input,
    incoming: { ...input.incoming, message: { ...message, data: { ...message.data, digest } } },
  };
}

function redactOpening({ facts, claim, moment }: Opening, redact: Redact): Opening {
  const { own, orphans, ...rest } = claim;
  const redactStored = (stored: StoredReplica) => redactReplica(stored, redact);
  return {
    facts,
    claim: { ...rest, own: own && redactStored(own), orphans: orphans.map(redactStored) },
    moment,
  };
}

function redactReplica(stored: StoredReplica, redact: Redact): StoredReplica {
  const safe = redact(stored);
  const { placement, unanswered } = stored.state;
  const trace = placement?.trace && redactTrace(placement.trace, redact);
  const state = {
    ...safe.state,
    ...(trace && { placement: { ...placement, trace } }),
    unanswered: unanswered.map((post) => redactPost(post, redact)),
  };
  return { ...safe, state };
}

/** Redacts the unanswered posts of another tab. */
function redactPosts(input: Input, redact: Redact): Input {
  if (input.kind !== 'tab' || input.message.kind !== 'unanswered') return input;
  const posts = input.message.posts.map((post) => redactPost(post, redact));
  return { ...input, message: { ...input.message, posts } };
}

/** A place of a change is a diner's id and an item's key, separated by a space. */
function redactPost({ changes, result, ...rest }: UnansweredPost, redact: Redact): UnansweredPost {
  return {
    ...rest,
    changes: redactPlaces(changes, redact),
    ...(result && { result: redactPlaces(result, redact) }),
  };
}

function redactPlaces<Amount>(
  places: Readonly<Record<string, Amount>>,
  redact: Redact,
): Record<string, Amount> {
  const entries = Object.entries(places).map(([place, amount]) => {
    const at = place.indexOf(' ') + 1;
    return [place.slice(0, at) + (at > 0 ? redactKey(place.slice(at), redact) : place), amount] as const;
  });
  return Object.fromEntries(entries);
}

/** The keys of an order trace are item keys, which end with the notes. */
function redactTrace({ dishes, ...rest }: OrderTrace, redact: Redact): OrderTrace {
  const entries = Object.entries(dishes).map(([key, amounts]) => [redactKey(key, redact), amounts] as const);
  return { ...rest, dishes: Object.fromEntries(entries) };
}

function redactKey(key: string, redact: Redact): string {
  const at = measureVariant(key) + 1;
  return key.slice(0, at) + redact({ notes: key.slice(at) }).notes;
}

/** Returns the length of an item key before its notes. It consists of texts with their lengths: `4:soup`, `2×3:egg`. */
function measureVariant(key: string): number {
  const lengthAt = /(?:-?\d+×)?(\d+):/y;
  let end = 0;
  for (;;) {
    lengthAt.lastIndex = end;
    const found = lengthAt.exec(key);
    if (!found) return end;
    end += found[0].length + Number(found[1]);
  }
}

/** Normalises notes as `decide` does before it creates an event. Otherwise they would get another placeholder. */
function normaliseNotes(input: Input): Input {
  if (input.kind !== 'wish') return input;
  const { command } = input;
  if (command.kind === 'editNotes')
    return { ...input, command: { ...command, notes: normaliseText(command.notes) } };
  if (command.kind !== 'add') return input;
  const item = { ...command.item, notes: normaliseText(command.item.notes) };
  return { ...input, command: { ...command, item } };
}

function removePosFields<T>(value: T): T {
  const strip = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(strip);
    if (typeof part !== 'object' || part === null) return part;
    const kept = Object.entries(part).filter(([field]) => !posFields.has(field));
    return Object.fromEntries(kept.map(([field, each]): [string, unknown] => [field, strip(each)]));
  };
  return strip(value) as T;
}

/** Replaces the digest of an answer, if the original one agrees with the original view after the answer. */
function replaceSyncDigest(
  original: { readonly input: Input; readonly state: PhoneState },
  { input, state }: { readonly input: Input; readonly state: PhoneState },
  moment: Moment,
): Input {
  const given = getSync(original.input);
  const sync = getSync(input);
  if (!given || !sync || given.digest !== calculateDigest(original.state, given, moment)) return input;
  const digest = calculateDigest(state, sync, moment);
  if (digest === undefined || input.kind !== 'answered' || !input.answer.ok) return input;
  const { value } = input.answer;
  const changed = value === sync ? { ...sync, digest } : { ...value, sync: { ...sync, digest } };
  return { ...input, answer: { ok: true, value: changed } } as Input;
}

/** Returns the digest of the view after this answer is applied. undefined: it cannot be. */
function calculateDigest(state: PhoneState, sync: Sync, moment: Moment): string | undefined {
  const context = createContext(state, moment);
  try {
    return applySync(context, sync) ? hashView(getView(context.state)) : undefined;
  } catch {
    // The step treats it as no answer.
    return undefined;
  }
}

function getSync(input: Input): Sync | undefined {
  if (input.kind !== 'answered' || !input.answer.ok) return undefined;
  const value = input.answer.value as { readonly digest?: unknown; readonly sync?: Sync } | null | undefined;
  return typeof value?.digest === 'string' ? (value as Sync) : value?.sync;
}
