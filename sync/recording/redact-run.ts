/**
 * L4: a recorded run as it may leave the phone: the placeholders of the log's redaction in the place of names and notes.
 * It replays as the run itself does, with the same placeholders in its effects. Pure.
 */
import { createRedactor } from '#events/records/redact.ts';
import { normaliseText } from '#events/log/plain-text.ts';
import type { LogHeader } from '#events/records/records.ts';
import { viewDigest } from '#projections/merge/view-json.ts';
import type { Sync } from '#contract/calls/cart.ts';
import { takeSync } from '../protocols/event/event-server.ts';
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
import { createContext, viewOf } from '../state/step-context.ts';
import { redactUnreadLines } from '../protocols/snapshot/redact-unread.ts';
import type { OrderTrace } from '../protocols/snapshot/order-trace.ts';
import type { UnansweredPost } from '../protocols/snapshot/unanswered-post.ts';

type Redact = <T>(value: T) => T;

/** What the restaurant's own systems say of people in an order; no step reads it. */
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
 * The lines of runs, as they were recorded, as they may leave the phone. What stands after a line that can't be read is
 * left out; throws where an opening is none.
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
  /** The last input that bore a hint, and its digest as it came. */
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
    if (hint && state.group.hint && !next.group.hint && viewDigest(viewOf(next)) === hint.digest) {
      // D16: it is looked at now, and was what the phone shows: so is that of the placeholders.
      const { state: placeholders } = step(shown, redacted[index]!.input, moment);
      const ofPlaceholders = viewDigest(viewOf(placeholders));
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

/** G5: the digest that a hint of the server bears, whoever passed it on. */
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
  const replica = (stored: StoredReplica) => redactReplica(stored, redact);
  return {
    facts,
    claim: { ...rest, own: own && replica(own), orphans: orphans.map(replica) },
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

/** P2: what another tab has sent without an answer. */
function redactPosts(input: Input, redact: Redact): Input {
  if (input.kind !== 'tab' || input.message.kind !== 'unanswered') return input;
  const posts = input.message.posts.map((post) => redactPost(post, redact));
  return { ...input, message: { ...input.message, posts } };
}

/** P2: its places are a diner's id and an item's key. */
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

/** O2: the keys of its dishes end in their notes. */
function redactTrace({ dishes, ...rest }: OrderTrace, redact: Redact): OrderTrace {
  const entries = Object.entries(dishes).map(([key, amounts]) => [redactKey(key, redact), amounts] as const);
  return { ...rest, dishes: Object.fromEntries(entries) };
}

function redactKey(key: string, redact: Redact): string {
  const at = measureVariant(key) + 1;
  return key.slice(0, at) + redact({ notes: key.slice(at) }).notes;
}

/** E3: how long the part of an item key before its notes is: texts after their lengths, any of which may hold anything. */
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

/** E3: notes are tidied before an event bears them, so that is what the placeholder stands for. */
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

/** G5: where the server's digest was that of what the phone showed, it is that of the placeholders now. */
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

/** What the phone shows once it has taken this in. */
function calculateDigest(state: PhoneState, sync: Sync, moment: Moment): string | undefined {
  const context = createContext(state, moment);
  try {
    return takeSync(context, sync) ? viewDigest(viewOf(context.state)) : undefined;
  } catch {
    // A step that can't read it takes it for no answer.
    return undefined;
  }
}

function getSync(input: Input): Sync | undefined {
  if (input.kind !== 'answered' || !input.answer.ok) return undefined;
  const value = input.answer.value as { readonly digest?: unknown; readonly sync?: Sync } | null | undefined;
  return typeof value?.digest === 'string' ? (value as Sync) : value?.sync;
}
