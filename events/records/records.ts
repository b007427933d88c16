import * as z from 'zod/mini';
import { eventSchema, type AnyEvent } from '../cart/registry.ts';
import { registerFactsSchemas, type RegisterFacts } from '../cart/registers.ts';
import { parseEventId } from '../log/event-id.ts';
import { versionVectorSchema } from '../log/event-fields.ts';
import { itemSchema, type Item } from '../item.ts';
import type { AnyServiceEvent } from '../fulfilment/service-event.ts';
import { reach, type VersionVector } from '../log/version-vector.ts';

/** A line of a plain server's cart (P2: its id is the server's line id). */
export interface SnapshotLine {
  readonly lineId: string;
  readonly aliases?: readonly string[] | undefined;
  readonly item: Item;
  readonly quantity: number;
}

export interface SnapshotCart {
  readonly userId: string;
  readonly lines: readonly SnapshotLine[];
}

/** F1; the registers of the table are among its fields (`guests`, `guestsAt` …). */
export interface Snapshot extends RegisterFacts {
  /** Of a plain server's: the number that the phone's GET took (P2). */
  readonly version: number;
  /** From a plain server: its covers stand for themselves. */
  readonly plain?: boolean | undefined;
  /** P2: what a plain server calls its version: `cartRowVersion`, else `updateAt`. */
  readonly serverVersion?: string | number | undefined;
  readonly covers: VersionVector;
  readonly userCarts: readonly SnapshotCart[];
  readonly events?: readonly AnyEvent[] | undefined;
}

/** F1: from a plain server; older logs tell it by the carts. */
export function isPlain({ plain, userCarts }: Pick<Snapshot, 'plain' | 'userCarts'>): boolean {
  return plain === true || userCarts.length > 0;
}

/** F2 */
export interface Rejected {
  readonly ids: readonly string[];
  /** Why, as a code of the server (`clockAhead`, `alreadyOrdered`, `2025` …). */
  readonly code: string | number;
}

/** T4, F1: true when it was refused for a reason that is not the diner's; its phone mints it anew, under another id. */
export function isCreatedAgain({ id, seen }: AnyEvent, code: Rejected['code']): boolean {
  if (code === 'clockAhead') return true;
  const parts = code === 'malformed' ? parseEventId(id) : undefined;
  // A `seen` that leaves out its own past.
  return parts !== undefined && reach(seen, parts.replicaId) < parts.seq - 1;
}

/** F3 */
export interface Accepted {
  readonly ids: readonly string[];
  readonly version: number;
}

export type RecordSource = 'local' | 'peer' | 'server';

/** L2: what a replica learnt; exactly one of event, snapshot, rejected, accepted is there. */
export type LogRecord = {
  /** The replica's own wall clock, ms. */
  readonly t: number;
  readonly from: RecordSource;
} & (
  | { readonly event: AnyEvent }
  | { readonly snapshot: Snapshot }
  | { readonly rejected: Rejected }
  | { readonly accepted: Accepted }
);

/** A4: in the server's export alone; it is apart from the cart, and no replica takes it in. */
export interface ServiceRecord {
  /** When it was done, ms. */
  readonly t: number;
  readonly from: 'server';
  readonly service: AnyServiceEvent;
}

/** L1 */
export interface LogHeader {
  readonly format: 'cart-log';
  readonly version: number;
  readonly merchantId: string;
  readonly tableId: string;
  readonly sessionId: string;
  readonly replicaId: string;
  readonly exportedAt: number;
}

/** L3: files of a higher version are refused. */
export const logFormatVersion = 1;

export const snapshotSchema = z.looseObject({
  version: z.number(),
  plain: z.optional(z.boolean()),
  serverVersion: z.optional(z.union([z.string(), z.number()])),
  covers: versionVectorSchema,
  userCarts: z.array(
    z.looseObject({
      userId: z.string(),
      lines: z.array(
        z.looseObject({
          lineId: z.string(),
          aliases: z.optional(z.array(z.string())),
          item: itemSchema,
          quantity: z.int(),
        }),
      ),
    }),
  ),
  events: z.optional(z.array(eventSchema)),
  ...registerFactsSchemas,
}) as unknown as z.ZodMiniType<Snapshot>;

export const rejectedSchema = z.looseObject({
  ids: z.array(z.string()),
  code: z.union([z.string(), z.number()]),
});

export const acceptedSchema = z.looseObject({ ids: z.array(z.string()), version: z.number() });

export const logHeaderSchema = z.looseObject({
  format: z.literal('cart-log'),
  version: z.int().check(z.minimum(1)),
  merchantId: z.string(),
  tableId: z.string(),
  sessionId: z.string(),
  replicaId: z.string(),
  exportedAt: z.number(),
});

const recordFields = { t: z.number(), from: z.enum(['local', 'peer', 'server']) };

export const recordSchemas = {
  event: z.looseObject({ ...recordFields, event: eventSchema }),
  snapshot: z.looseObject({ ...recordFields, snapshot: snapshotSchema }),
  rejected: z.looseObject({ ...recordFields, rejected: rejectedSchema }),
  accepted: z.looseObject({ ...recordFields, accepted: acceptedSchema }),
} as const;
