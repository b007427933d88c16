/** The contract's schemas as named JSON schemas, in two forms: in requests (input) and in answers (output). */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

export type Json = Readonly<Record<string, unknown>>;
export type Form = 'input' | 'output';

export interface Components {
  /** Returns a `{ $ref }` to a named schema. */
  refOf(schema: z.ZodMiniType, form: Form): Json;
  /** Returns the schema itself, with `$ref`s as its parts. */
  schemaOf(schema: z.ZodMiniType, form: Form): Json;
  /** Returns all schemas that these parts refer to, directly or indirectly, by name. */
  listReached(...parts: readonly unknown[]): Record<string, Json>;
}

export const place = '#/components/schemas/';

/**
 * @param named the name of each schema
 * @param extras JSON schema fields for schemas that zod cannot translate
 */
export function createComponents(
  named: ReadonlyMap<z.ZodMiniType, string>,
  extras: ReadonlyMap<z.ZodMiniType, Readonly<Partial<Record<Form, Json>>>>,
): Components {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of named) registry.add(schema, { id });
  const forms = { input: convertToJson('input'), output: convertToJson('output') };
  const differing = findDifferingNames(forms.input, forms.output);
  const nameIn = (name: string, form: Form) =>
    // A body has the input form only, so its name needs no suffix.
    form === 'input' && differing.has(name) && !name.endsWith('Body') ? `${name}Input` : name;
  const all = new Map<string, Json>();
  for (const [name, schema] of Object.entries(forms.output)) all.set(name, schema);
  for (const name of differing)
    all.set(
      nameIn(name, 'input'),
      renameRefs(forms.input[name]!, (each) => nameIn(each, 'input')),
    );

  const nameOf = (schema: z.ZodMiniType, form: Form): string => {
    const name = named.get(schema);
    if (name === undefined) throw new Error('a schema without a name is described');
    return nameIn(name, form);
  };
  return {
    refOf: (schema, form) => ({ $ref: place + nameOf(schema, form) }),
    schemaOf: (schema, form) => all.get(nameOf(schema, form))!,
    listReached(...parts) {
      const reached = new Map<string, Json>();
      const visit = (part: unknown): void => {
        for (const name of findRefs(part)) {
          const schema = all.get(name);
          if (!schema || reached.has(name)) continue;
          reached.set(name, schema);
          visit(schema);
        }
      };
      visit(parts);
      return Object.fromEntries([...reached].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
  };

  function convertToJson(form: Form): Record<string, Json> {
    const { schemas } = z.toJSONSchema(registry, {
      io: form,
      uri: (name) => place + name,
      // JSON Schema cannot express custom checks. They are left out here, but the server enforces them.
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        Object.assign(jsonSchema, extras.get(zodSchema as unknown as z.ZodMiniType)?.[form]);
        // Answers may get new fields, which readers must ignore.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        if (jsonSchema.anyOf?.some((each) => isDeepStrictEqual(each, {}))) delete jsonSchema.anyOf;
      },
    });
    return Object.fromEntries(
      Object.entries(schemas).map(([name, { $schema: _dialect, $id: _address, id: _id, ...rest }]) => [
        name,
        rest,
      ]),
    );
  }
}

/** Finds the schemas whose input and output differ, directly or in a schema that they refer to. */
function findDifferingNames(input: Record<string, Json>, output: Record<string, Json>): Set<string> {
  const differing = new Set<string>();
  let before: number;
  do {
    before = differing.size;
    for (const [name, schema] of Object.entries(input))
      if (!isDeepStrictEqual(schema, output[name]) || findRefs(schema).some((each) => differing.has(each)))
        differing.add(name);
  } while (differing.size > before);
  return differing;
}

function findRefs(part: unknown): string[] {
  const found: string[] = [];
  renameRefs(part, (name) => {
    found.push(name);
    return name;
  });
  return found;
}

/** Returns a copy in which each `$ref` to a component has another name. */
function renameRefs<Part>(part: Part, nameFor: (name: string) => string): Part {
  return JSON.parse(JSON.stringify(part), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(place)
      ? place + nameFor(value.slice(place.length))
      : value,
  ) as Part;
}
