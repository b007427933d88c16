/** A whole answer of each call, made from its definition. Every field is there, and lists have two entries. */
import type { Call } from '#contract/http/call.ts';
import type { $ZodType } from 'zod/v4/core';
import * as z from 'zod/mini';

type Schema = $ZodType;
export type Path = readonly (string | number)[];

/** One place of an answer. */
export interface Place {
  readonly path: Path;
  readonly kind: 'text' | 'number' | 'flag' | 'list' | 'fields';
}

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly options?: readonly Schema[];
}

/** Fields that our own server adds for phones that know events. No snapshot server has them. */
const ownAlone = new Set(['sync', 'sessionId', 'otherNames', 'aliases']);

const values: Readonly<Record<string, unknown>> = {
  birthday: 317,
  currency: 'EUR',
  extraInfo: '{"webDineInOrderType":100}',
  picture: { x1: 'https://a.example/1.webp', x2: 'https://a.example/2.webp' },
  token: 'a.token.signed',
  quantity: 2,
};

/** The data of an answer as plain JSON. */
export function createWholeAnswer(call: Call): unknown {
  return createValue(call.data, '', 1);
}

/** Every place of an answer except the answer itself. */
export function listPlaces(answer: unknown, path: Path = []): Place[] {
  const kind = findKind(answer);
  const here: Place[] = path.length > 0 && kind ? [{ path, kind }] : [];
  if (typeof answer !== 'object' || answer === null) return here;
  const inside = Object.entries(answer).flatMap(([name, each]) =>
    listPlaces(each, [...path, Array.isArray(answer) ? Number(name) : name]),
  );
  return [...here, ...inside];
}

export function isTime(name: string | number | undefined): boolean {
  return /At$|Time$|^soldOutUntil$/.test(String(name));
}

function findKind(value: unknown): Place['kind'] | undefined {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'flag';
  return typeof value === 'object' && value !== null ? 'fields' : undefined;
}

function createValue(schema: Schema, name: string, nth: number): unknown {
  const def = schema._zod.def as unknown as Def;
  if (name in values) return values[name];
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape ?? {}).map(([each, by]): [string, unknown] => [
        each,
        ownAlone.has(each) ? undefined : createValue(by, each, nth),
      ]);
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    }
    case 'array':
      return [1, 2].map((each) => createValue(def.element!, name, each)).filter((each) => each !== undefined);
    case 'optional':
    case 'nullable':
    case 'default':
      return createValue(def.innerType!, name, nth);
    case 'pipe':
      return createValue(def.in!, name, nth);
    case 'union': {
      // Our server writes ids and amounts as text.
      const text = name.endsWith('Id') || name === 'id' || name.endsWith('Ids') ? `10${nth}` : `${nth}.50`;
      return z.safeParse(schema, text).success ? text : nth;
    }
    case 'string':
      return `${name} ${nth}`;
    case 'number':
      return isTime(name) ? 1_795_000_000_000 + nth * 1_000 : nth;
    case 'boolean':
      return true;
    default:
      return undefined;
  }
}
