import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cartEventTypes, findNewestEventVersion, interpret, type AnyEvent } from '#events/cart/registry.ts';
import { eventFields } from '#events/log/event-fields.ts';
import { createEventReader, upcastEvent, type Definition } from '#events/log/upcast.ts';
import { history } from '#tests/properties/histories.ts';
import { createFields } from '#tests/projections/given.ts';
import { forAll } from '#tests/properties/for-all.ts';

/** A type with three versions: it counted people, then adults and children, then grouped them. */
interface Seated extends AnyEvent {
  readonly type: 'seated';
  readonly guests: { readonly adults: number; readonly children: number };
}

const type = z.literal('seated');
const seated: Definition = {
  schema: z.looseObject({ ...eventFields, type, guests: z.object({ adults: z.int(), children: z.int() }) }),
  upcasters: [
    {
      schema: z.looseObject({ ...eventFields, type, people: z.int() }),
      up: ({ people, ...rest }: AnyEvent & { people?: number }) => ({ ...rest, adults: people, children: 0 }) as AnyEvent, // prettier-ignore
    },
    {
      schema: z.looseObject({ ...eventFields, type, adults: z.int(), children: z.int() }),
      up: ({ adults, children, ...rest }: AnyEvent & { adults?: number; children?: number }) =>
        ({ ...rest, guests: { adults, children } }) as AnyEvent,
    },
  ],
};
const reader = createEventReader<Seated>({ seated });

const createWritten = (body: object): AnyEvent => ({ ...createFields('ra:1'), type: 'seated', ...body });
const one = createWritten({ people: 4 });
const two = createWritten({ adults: 4, children: 0, v: 2 });
const three = createWritten({ guests: { adults: 4, children: 0 }, v: 3 });

describe('E7: events of older versions are upgraded to the newest when they are read', () => {
  test.each([
    ['version 1, which need not say so', one],
    ['version 1 that says so', { ...one, v: 1 }],
    ['version 2', two],
    ['version 3', three],
  ])('%s', (_name, event) => expect(reader.interpret(event)).toEqual(three));

  test('an event of a newer version is kept without reading it', () => {
    expect(reader.interpret({ ...three, v: 4 })).toBeUndefined();
    expect(z.safeParse(reader.eventSchema, { ...three, guests: 'many', v: 4 }).success).toBe(true);
  });

  test('an event of the newest version stays the same object: upgrading twice changes nothing', () => {
    expect(reader.interpret(three)).toBe(three);
    forAll(fc.integer({ min: 1, max: 3 }), fc.nat(9), (v, people) => {
      const events = [
        { ...one, people },
        { ...two, adults: people },
        { ...three, guests: { adults: people, children: 0 } },
      ];
      const newest = upcastEvent(events[v - 1]!, seated);
      expect(newest).toMatchObject({ guests: { adults: people, children: 0 }, v: 3, id: 'ra:1' });
      expect(upcastEvent(newest, seated)).toBe(newest);
    });
  });

  test('each version is validated against its own schema, and stays as it was written', () => {
    for (const event of [one, two, three]) {
      expect(z.parse(reader.eventSchema, event)).toEqual(event);
      for (const v of [1, 2, 3].filter((each) => each !== (event.v ?? 1)))
        expect(z.safeParse(reader.eventSchema, { ...event, v }).success).toBe(false);
    }
  });
});

describe('E7: the event registry of this program', () => {
  test('names the version of each of its seven types', () =>
    expect(Object.fromEntries(cartEventTypes.map((each) => [each, findNewestEventVersion(each)]))).toEqual({
      itemAdded: 1,
      itemDecreased: 1,
      notesEdited: 1,
      cartCleared: 1,
      orderPlaced: 1,
      guestsSet: 1,
      orderTypeSet: 1,
    }));

  test('does not know other types, including names that every object inherits', () => {
    for (const other of ['tableMoved', 'constructor', 'toString'])
      expect([findNewestEventVersion(other), interpret(createWritten({ type: other }))]).toEqual([
        undefined,
        undefined,
      ]);
  });

  test('an event of the newest version is read as it is', () => {
    forAll(history, (events) => {
      for (const event of events) expect(interpret(event)).toBe(event);
    });
  });
});
