import * as z from 'zod/mini';
import type { Stamp } from './clock.ts';
import { parseEventId } from './event-id.ts';
import type { VersionVector } from './version-vector.ts';

/**
 * The fields of every event. Constructors spread them last, because spreading them first is a hundred times slower in
 * Node.
 */
export interface EventFields {
  /** `"<replicaId>:<seq>"`, see `event-id.ts`. */
  readonly id: string;
  /** When it was created, by the clock of its author. */
  readonly at: Stamp;
  /** Everything that its author knew just before it, own events included. */
  readonly seen: VersionVector;
  readonly userId: string;
  readonly userName?: string | undefined;
  /** The version of the type's schema; 1 if absent. */
  readonly v?: number | undefined;
}

/** An event as it was written: of any type and version, including those of later programs. */
export interface AnyEvent extends EventFields {
  readonly type: string;
}

/** A number that is never negative: a counter, a time in ms. */
export const count = z.int().check(z.minimum(0));
/** A text that is never empty, such as an id. */
export const name = z.string().check(z.minLength(1));

export const stampSchema = z.tuple([count, count]);

/** Refuses the key `__proto__`, which a record would drop silently. Event ids refuse it, too. */
export const versionVectorSchema = z.pipe(
  z
    .unknown()
    .check(
      z.refine(
        (value) => !(value instanceof Object && Object.hasOwn(value, '__proto__')),
        'must not name "__proto__"',
      ),
    ),
  z.record(name, count),
);

export const eventFields = {
  id: z.string().check(z.refine((id) => parseEventId(id) !== undefined, 'must be "<replicaId>:<seq>"')),
  at: stampSchema,
  seen: versionVectorSchema,
  userId: name,
  userName: z.optional(z.string()),
  v: z.optional(z.int().check(z.minimum(1))),
};
