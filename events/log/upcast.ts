/**
 * Brings events of older versions up to the newest version of their type, so that the merge only knows the newest.
 *
 *   stored event        v1 ──► up 1→2 ──► up 2→3 ──► newest, as the merge sees it
 *   stored event              v2 ───────► up 2→3 ──► newest
 *   stored event                            v4      of a later program: kept, not shown
 *
 * This happens when an event is read into a log. The stored, sent and exported event stays as it was written, so
 * it has the same text everywhere. Upcasters are never changed once they are released.
 */
import * as z from 'zod/mini';
import { eventFields, name, type AnyEvent } from './event-fields.ts';

interface Upcaster {
  /** The schema of the version that the step starts from. */
  readonly schema: z.ZodMiniType;
  /** Returns the event in the next version. It is pure, and leaves the common fields as they are. */
  readonly up: (event: AnyEvent) => AnyEvent;
}

export interface Definition {
  /** The schema of the newest version. */
  readonly schema: z.ZodMiniType;
  /** The step at index n leads from version n + 1 to n + 2. A type at version 1 has none. */
  readonly upcasters: readonly Upcaster[];
}

interface EventReader<E extends AnyEvent> {
  /** Validates an event from outside: the common fields always, the body if this program knows its type and version. */
  readonly eventSchema: z.ZodMiniType<AnyEvent>;
  /**
   * Returns the event in its newest version, or undefined if it is from a later program. It trusts the event and runs
   * no schema.
   */
  interpret(event: AnyEvent): E | undefined;
}

const anyEventSchema = z
  .looseObject({ ...eventFields, type: name })
  .check(z.refine((event) => !isTooDeep(event), 'is nested too deeply'));

/** Creates the reader of an event registry. */
export function createEventReader<E extends AnyEvent>(
  registry: Readonly<Record<E['type'], Definition>>,
): EventReader<E> {
  const definitions = new Map<string, Definition>(Object.entries(registry));
  return {
    eventSchema: anyEventSchema.check((context) => {
      const definition = definitions.get(context.value.type);
      const schema = definition && findSchema(definition, getVersion(context.value));
      if (!schema) return;
      const result = z.safeParse(schema, context.value);
      if (result.success) return;
      for (const { message, path } of result.error.issues)
        context.issues.push({ code: 'custom', message, path, input: context.value });
    }),

    interpret(event) {
      const definition = definitions.get(event.type);
      if (!definition || getVersion(event) > findNewestVersion(definition)) return undefined;
      return upcastEvent(event, definition) as E;
    },
  };
}

/** Returns the event in the newest version of its type, or the same object if it has that version. */
export function upcastEvent(event: AnyEvent, definition: Definition): AnyEvent {
  let current = event;
  for (let from = getVersion(event); from < findNewestVersion(definition); from += 1)
    current = { ...definition.upcasters[from - 1]!.up(current), v: from + 1 };
  return current;
}

export function findNewestVersion({ upcasters }: Definition): number {
  return upcasters.length + 1;
}

function getVersion(event: AnyEvent): number {
  return event.v ?? 1;
}

function findSchema(definition: Definition, written: number): z.ZodMiniType | undefined {
  return written === findNewestVersion(definition)
    ? definition.schema
    : definition.upcasters[written - 1]?.schema;
}

/**
 * Far deeper than any event. Values that are nested thousands of levels deep can neither be stored nor written as JSON.
 */
const deepest = 64;

/**
 * Whether arrays and objects are nested too deeply. It checks level by level, so that no depth can exhaust the stack.
 */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []));
    if (level.length === 0) return false;
  }
  return true;
}
