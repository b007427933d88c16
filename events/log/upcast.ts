/**
 * E7: events of older versions are brought up to the newest where they are read, step by step, so that the fold sees
 * only the newest. What is stored, sent and exported stays as it was written: a second reading starts from the same
 * text, and the same event is the same event everywhere (E6).
 */
import * as z from 'zod/mini';
import { eventFields, type AnyEvent } from './event-fields.ts';

interface Upcaster {
  /** Schema of the version that the step starts from: what comes in is checked as what it says it is. */
  readonly schema: z.ZodMiniType;
  /** The body in the next version. Pure; the common fields stay as they are. */
  readonly up: (event: AnyEvent) => AnyEvent;
}

export interface Definition {
  readonly version: number;
  readonly schema: z.ZodMiniType;
  /** Step n (from 1) leads from version n to n + 1; with version 1 there is none. */
  readonly upcasters: readonly Upcaster[];
}

interface EventReader<E extends AnyEvent> {
  /** E5, for what comes in: common fields whatever the type, the body when type and version are known here. */
  readonly eventSchema: z.ZodMiniType<AnyEvent>;
  /** The event in its newest version, or undefined when it comes from the future (E7). No schema runs. */
  interpret(event: AnyEvent): E | undefined;
}

const anyEventSchema = z
  .looseObject({ ...eventFields, type: z.string().check(z.minLength(1)) })
  .check(z.refine((event) => !isTooDeep(event), 'is nested too deeply'));

/** The reader of a catalogue; throws when the steps of a type have a gap, which is a bug. */
export function createEventReader<E extends AnyEvent>(
  catalogue: Readonly<Record<E['type'], Definition>>,
): EventReader<E> {
  const definitions = new Map<string, Definition>(Object.entries(catalogue));
  for (const [type, { version, upcasters }] of definitions)
    if (upcasters.length !== version - 1)
      throw new Error(`${type} is at version ${version}, with ${upcasters.length} steps that lead there`);

  return {
    eventSchema: anyEventSchema.check((context) => {
      const definition = definitions.get(context.value.type);
      const schema = definition && schemaOf(definition, versionOf(context.value));
      if (!schema) return;
      const result = z.safeParse(schema, context.value);
      if (result.success) return;
      for (const { message, path } of result.error.issues)
        context.issues.push({ code: 'custom', message, path, input: context.value });
    }),

    interpret(event) {
      const definition = definitions.get(event.type);
      if (!definition || versionOf(event) > definition.version) return undefined;
      return upcast(event, definition) as E;
    },
  };
}

/** The event in the newest version of its type; one that is there already is the same object. */
export function upcast(event: AnyEvent, { version, upcasters }: Definition): AnyEvent {
  let current = event;
  for (let from = versionOf(event); from < version; from += 1)
    current = { ...upcasters[from - 1]!.up(current), v: from + 1 };
  return current;
}

function versionOf(event: AnyEvent): number {
  return event.v ?? 1;
}

function schemaOf({ version, schema, upcasters }: Definition, written: number): z.ZodMiniType | undefined {
  return written === version ? schema : upcasters[written - 1]?.schema;
}

/** Far deeper than any event; what goes down for thousands of levels can neither be stored nor written as JSON. */
const deepest = 64;

/** True when arrays and objects stand in each other too deeply; looks level by level, however deep they go. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []));
    if (level.length === 0) return false;
  }
  return true;
}
