import * as z from 'zod/mini';
import type { Stamp } from './clock.ts';
import { parseEventId } from './event-id.ts';
import type { VersionVector } from './version-vector.ts';

/** What every event bears. An event's maker spreads them last: first would cost a hundred times as much in Node. */
export interface EventFields {
  /** T2 */
  readonly id: string;
  /** T3 */
  readonly at: Stamp;
  /** E1: the author's version vector just before the event, own events included. */
  readonly seen: VersionVector;
  readonly userId: string;
  readonly userName?: string | undefined;
  /** Version of the type's schema; 1 if absent. */
  readonly v?: number | undefined;
}

/** An event as it was written: of any type and version, those from the future included (E7). */
export interface AnyEvent extends EventFields {
  readonly type: string;
}

export const stampSchema = z.tuple([z.int().check(z.minimum(0)), z.int().check(z.minimum(0))]);

/** T6; `__proto__`, which a record would drop in silence, is refused as it is in an event's id. */
export const versionVectorSchema = z.pipe(
  z
    .unknown()
    .check(
      z.refine(
        (value) => !(value instanceof Object && Object.hasOwn(value, '__proto__')),
        'must not name "__proto__"',
      ),
    ),
  z.record(z.string().check(z.minLength(1)), z.int().check(z.minimum(0))),
);

export const eventFields = {
  id: z.string().check(z.refine((id) => parseEventId(id) !== undefined, 'must be "<replicaId>:<seq>"')),
  at: stampSchema,
  seen: versionVectorSchema,
  userId: z.string().check(z.minLength(1)),
  userName: z.optional(z.string()),
  v: z.optional(z.int().check(z.minimum(1))),
};
