/** The contract's schemas as named JSON schemas, in two forms: what a server takes (input), what it answers (output). */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

export type Json = Readonly<Record<string, unknown>>;
export type Form = 'input' | 'output';

export interface Components {
  /** `{ $ref }` of a schema that was named. */
  refOf(schema: z.ZodMiniType, form: Form): Json;
  /** The schema itself, whose parts are `$ref`s. */
  schemaOf(schema: z.ZodMiniType, form: Form): Json;
  /** All of them that `$ref`s in these lead to, however far, by name. */
  reachedFrom(...parts: readonly unknown[]): Record<string, Json>;
}

export const place = '#/components/schemas/';

/**
 * @param named each schema once, with a name that is its own
 * @param told what is said of a schema beside what can be read from it
 */
export function componentsOf(
  named: ReadonlyMap<z.ZodMiniType, string>,
  told: ReadonlyMap<z.ZodMiniType, Readonly<Partial<Record<Form, Json>>>>,
): Components {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of named) registry.add(schema, { id });
  const forms = { input: jsonOf('input'), output: jsonOf('output') };
  const apart = namesApart(forms.input, forms.output);
  const nameIn = (name: string, form: Form) =>
    // A body is only ever taken.
    form === 'input' && apart.has(name) && !name.endsWith('Body') ? `${name}Input` : name;
  const all = new Map<string, Json>();
  for (const [name, schema] of Object.entries(forms.output)) all.set(name, schema);
  for (const name of apart)
    all.set(
      nameIn(name, 'input'),
      renamed(forms.input[name]!, (each) => nameIn(each, 'input')),
    );

  const nameOf = (schema: z.ZodMiniType, form: Form): string => {
    const name = named.get(schema);
    if (name === undefined) throw new Error('a schema without a name is described');
    return nameIn(name, form);
  };
  return {
    refOf: (schema, form) => ({ $ref: place + nameOf(schema, form) }),
    schemaOf: (schema, form) => all.get(nameOf(schema, form))!,
    reachedFrom(...parts) {
      const reached = new Map<string, Json>();
      const visit = (part: unknown): void => {
        for (const name of refsIn(part)) {
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

  function jsonOf(form: Form): Record<string, Json> {
    const { schemas } = z.toJSONSchema(registry, {
      io: form,
      uri: (name) => place + name,
      // What JSON Schema cannot say, e.g. a check of our own, is left out; the server holds it all the same.
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        Object.assign(jsonSchema, told.get(zodSchema as unknown as z.ZodMiniType)?.[form]);
        // Answers may grow: whoever reads them passes by what they do not know.
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

/** The names of what is not the same in both forms, itself or in something that it is made of. */
function namesApart(input: Record<string, Json>, output: Record<string, Json>): Set<string> {
  const apart = new Set<string>();
  let before: number;
  do {
    before = apart.size;
    for (const [name, schema] of Object.entries(input))
      if (!isDeepStrictEqual(schema, output[name]) || refsIn(schema).some((each) => apart.has(each)))
        apart.add(name);
  } while (apart.size > before);
  return apart;
}

function refsIn(part: unknown): string[] {
  const found: string[] = [];
  renamed(part, (name) => {
    found.push(name);
    return name;
  });
  return found;
}

/** A copy with each `$ref` to a component under another name. */
function renamed<Part>(part: Part, nameFor: (name: string) => string): Part {
  return JSON.parse(JSON.stringify(part), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(place)
      ? place + nameFor(value.slice(place.length))
      : value,
  ) as Part;
}
