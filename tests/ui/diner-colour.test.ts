import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignHues } from '#ui/diners/diner-colour.ts';

const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 10 });

test('up to ten diners never share a colour, in whatever order they are known', () => {
  fc.assert(
    fc.property(ids, (some) => {
      const hues = assignHues(some);
      expect(new Set(hues.values()).size).toBe(some.length);
      const other = assignHues(some.toReversed());
      for (const id of some) expect(other.get(id)).toBe(hues.get(id));
    }),
  );
});

test('a diner with a higher id changes nobody’s colour', () => {
  fc.assert(
    fc.property(ids, (some) => {
      const before = assignHues(some);
      const after = assignHues([...some, 'a very much longer id than any of the others']);
      for (const [id, hue] of before) expect(after.get(id)).toBe(hue);
    }),
  );
});

test('more diners than colours: each colour comes again only when all are taken', () => {
  const hues = [...assignHues(Array.from({ length: 23 }, (_, index) => `u${index}`)).values()];
  const times = new Map<number, number>();
  for (const hue of hues) times.set(hue, (times.get(hue) ?? 0) + 1);
  expect(Math.max(...times.values())).toBe(3);
  expect(times.size).toBe(10);
});

test('O4: a diner who logs in keeps their colour, and so does everybody else', () => {
  fc.assert(
    fc.property(ids, fc.nat(), (some, pick) => {
      fc.pre(some.length > 0);
      const guest = some[pick % some.length]!;
      const before = assignHues(some);
      const others = some.filter((id) => id !== guest);
      const after = assignHues([...others, 'the member'], undefined, new Map([['the member', guest]]));
      expect(after.get('the member')).toBe(before.get(guest));
      for (const id of others) expect(after.get(id)).toBe(before.get(id));
    }),
  );
});

test('neighbouring ids are spread over the colours', () => {
  const used = Array.from({ length: 200 }, (_, index) =>
    assignHues([String(1000 + index)]).get(String(1000 + index)),
  );
  expect(new Set(used).size).toBe(10);
});

test('a diner who has left gets a colour that nobody at the table has, and changes no other', () => {
  const present = assignHues(['u5', 'u6', 'u7']);
  const all = assignHues(['u1', 'u2', 'u3', 'u4', 'u5'], present);
  for (const [id, hue] of present) expect(all.get(id)).toBe(hue);
  expect(new Set(all.values()).size).toBe(7);
});
