/**
 * Validates everything that comes from outside: answers of the server, messages of the group and of other tabs, rows on
 * the disk. The rest of the engine can then trust the types. An unreadable answer counts as no answer.
 */
import * as z from 'zod/mini';
import { syncSchema } from '#contract/calls/cart.ts';
import { messageDataSchema, messageSchema } from '#contract/messages.ts';
import { eventSchema } from '#events/cart/registry.ts';
import { count, stampSchema, versionVectorSchema } from '#events/log/event-fields.ts';
import { recordSchemas, type LogRecord } from '#events/records/records.ts';
import type { Answered, Input } from './input.ts';
import { blankState, type PendingPlacement, type ReplicaState, type StoredReplica } from './storage.ts';
import { chooseReader, getSnapshotParts, type SnapshotSchemas } from '../protocols/registry.ts';

/** Only the fields of an order that the engine reads. */
const orderSchema = z.looseObject({ id: z.string(), rowVersion: z.number() });

const placedSchema = z.looseObject({ order: orderSchema, sync: z.optional(syncSchema) });

const outcomeSchema = z.looseObject({
  outcome: z.enum(['placed', 'refused']),
  order: z.nullable(orderSchema),
  code: z.nullable(z.number()),
  msg: z.string(),
});

const answerSchema = z.looseObject({ ok: z.boolean() });

const failureSchema = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('retry') }),
  z.looseObject({ kind: z.literal('busy'), afterMs: z.optional(z.number()) }),
  z.looseObject({ kind: z.literal('refused'), code: z.number(), msg: z.string() }),
]);

const recordSchema = z.union([
  recordSchemas.event,
  recordSchemas.snapshot,
  recordSchemas.rejected,
  recordSchemas.accepted,
]);

const tabMessageSchema = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('pending'), events: z.array(eventSchema) }),
  z.looseObject({ kind: z.literal('learnt'), records: z.array(recordSchema) }),
  z.looseObject({ kind: z.enum(['lead', 'stuck']) }),
  z.looseObject({ kind: z.literal('hint'), known: versionVectorSchema }),
  z.looseObject({ kind: z.literal('publish'), messageType: z.string(), data: messageDataSchema }),
]);

const incomingSchema = z.looseObject({ message: messageSchema, fromUserId: z.optional(z.string()) });

const placementSchema = z.looseObject({
  placementId: z.string(),
  seen: versionVectorSchema,
  at: z.number(),
  trace: z.optional(createServerSchema('trace')),
});

/** Whether an input has the shape that its type promises. */
export function isReadable(input: Input): boolean {
  switch (input.kind) {
    case 'answered':
      return isAnswer(input);
    case 'message':
      return isValid(incomingSchema, input.incoming);
    case 'tab':
      return isValid(tabMessageSchema, input.message) || isOfSnapshotServer('tabMessage', input.message);
    default:
      // The other inputs are made by the phone itself.
      return true;
  }
}

function isAnswer({ call, answer }: Answered): boolean {
  if (!isValid(answerSchema, answer)) return false;
  if (!answer.ok) return isValid(failureSchema, answer.failure);
  switch (call) {
    case 'post':
    case 'clear':
    case 'snapshot':
      return chooseReader(answer.value).isReadable(answer.value);
    case 'place':
      return isValid(placedSchema, answer.value);
    case 'placement':
      return isValid(outcomeSchema, answer.value);
    case 'openOrder':
      return answer.value === null || isOfSnapshotServer('openOrder', answer.value);
    default:
      call satisfies never;
      return false;
  }
}

/** The readable part of a replica's rows. */
export interface ReadReplica {
  readonly state: ReplicaState;
  readonly records: readonly LogRecord[];
  readonly nextIndex: number;
  /** Some rows are lost. The others are used, but no tab may continue under this replica id. */
  readonly isDamaged: boolean;
}

/**
 * Validates the rows of a replica.
 * @param now ms. It is larger than the index of any row, and stands in for an unreadable `nextIndex`.
 */
export function readReplica(stored: StoredReplica, now: number): ReadReplica {
  const rows = Array.isArray(stored.records) ? (stored.records as readonly LogRecord[]) : undefined;
  const records = rows?.filter((row) => isValid(recordSchema, row));
  const state = readState(stored.state);
  const hasPlace = isValid(count, stored.nextIndex);
  return {
    state: state ?? { ...blankState, placement: readPlacement(stored.state) },
    records: records ?? [],
    nextIndex: hasPlace ? stored.nextIndex : now,
    isDamaged: stored.isDamaged || !state || !hasPlace || records?.length !== rows?.length || !rows,
  };
}

function readState(state: ReplicaState): ReplicaState | undefined {
  return isValid(stateSchema, state) ? state : undefined;
}

/** Reads the placement even if the rest of the state is unreadable, so that its outcome is asked for. */
function readPlacement(state: Partial<ReplicaState> | undefined | null): PendingPlacement | null {
  const placement = state?.placement;
  return placement && isValid(placementSchema, placement) ? placement : null;
}

const stateSchema = z.looseObject({
  lastSeq: count,
  clock: stampSchema,
  placement: z.nullable(placementSchema),
  successor: z.string(),
  renamed: z.record(z.string(), z.string()),
  unanswered: z.array(createServerSchema('unansweredPost')),
});

/** Whether a snapshot server's phone can read the value. Its code is loaded before such a value arrives. */
function isOfSnapshotServer(name: keyof SnapshotSchemas, value: unknown): boolean {
  const schema = getSnapshotParts()?.schemas[name];
  return schema !== undefined && isValid(schema, value);
}

function createServerSchema(name: keyof SnapshotSchemas) {
  return z.unknown().check(z.refine((value) => isOfSnapshotServer(name, value)));
}

function isValid(schema: z.ZodMiniType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}
