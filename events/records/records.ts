import * as z from 'zod/mini';
import { eventSchema, type AnyEvent } from '../cart/registry.ts';
import { registerFactsSchemas, type RegisterFacts } from '../cart/registers.ts';
import { parseEventId } from '../log/event-id.ts';
import { versionVectorSchema } from '../log/event-fields.ts';
import { itemSchema, type Item } from '../item.ts';
import type { AnyServiceEvent } from '../fulfilment/service-event.ts';
import { reach, type VersionVector } from '../log/version-vector.ts';

/** A line in the cart of a snapshot server. Its id is the server's line id. */
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

/**
 * What a server shows of the whole cart. The registers of the table are among its fields (`guests`, `guestsAt` …). Rule
 * F1 describes each field.
 */
export interface Snapshot extends RegisterFacts {
  /** For a snapshot server, the number of the phone's own request. */
  readonly version: number;
  /** Whether it comes from a snapshot server. */
  readonly plain?: boolean | undefined;
  /** The version that a snapshot server names: `cartRowVersion`, or else `updateAt`. */
  readonly serverVersion?: string | number | undefined;
  readonly covers: VersionVector;
  readonly userCarts: readonly SnapshotCart[];
  readonly events?: readonly AnyEvent[] | undefined;
}

/** Whether it comes from a snapshot server. In older logs only the carts tell. */
export function isPlain({ plain, userCarts }: Pick<Snapshot, 'plain' | 'userCarts'>): boolean {
  return plain === true || userCarts.length > 0;
}

/** Events that the server took out for good. */
export interface Rejected {
  readonly ids: readonly string[];
  /** The reason, as a code of the server: `clockAhead`, `alreadyOrdered`, `2025` and so on. */
  readonly code: string | number;
}

/**
 * Whether the phone will create a rejected event again under another id, because the rejection is not the diner's
 * fault.
 */
export function isCreatedAgain({ id, seen }: AnyEvent, code: Rejected['code']): boolean {
  if (code === 'clockAhead') return true;
  const parts = code === 'malformed' ? parseEventId(id) : undefined;
  // Its `seen` leaves out an earlier event of its own replica.
  return parts !== undefined && reach(seen, parts.replicaId) < parts.seq - 1;
}

/** Events that the server has, since that version. */
export interface Accepted {
  readonly ids: readonly string[];
  readonly version: number;
}

export type RecordSource = 'local' | 'peer' | 'server';

/** A fact that a replica received or created: exactly one of event, snapshot, rejected and accepted. */
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

export function listEvents(records: readonly LogRecord[]): AnyEvent[] {
  return records.flatMap((record) => ('event' in record ? [record.event] : []));
}

/** Returns the events that the replica itself created. */
export function listOwnEvents(records: readonly LogRecord[]): AnyEvent[] {
  return listEvents(records.filter(({ from }) => from === 'local'));
}

/** An event after placing. It is only in the server's export; no replica reads it. */
export interface ServiceRecord {
  /** When it happened, ms. */
  readonly t: number;
  readonly from: 'server';
  readonly service: AnyServiceEvent;
}

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

const recordFields = { t: z.number(), from: z.enum(['local', 'peer', 'server']) };

export const recordSchemas = {
  event: z.looseObject({ ...recordFields, event: eventSchema }),
  snapshot: z.looseObject({ ...recordFields, snapshot: snapshotSchema }),
  rejected: z.looseObject({ ...recordFields, rejected: rejectedSchema }),
  accepted: z.looseObject({ ...recordFields, accepted: acceptedSchema }),
} as const;
