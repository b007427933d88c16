/** The phone's house: no rings, and each room knows only whom it may. */
import { expect, test } from 'vitest';
import { between, importGraph, rings, type ImportGraph } from './imports.ts';

const phone = importGraph(['src']);
const ground = ['events', 'projections', 'contract', 'sync', 'locales'];
const house = importGraph([...ground, 'src', 'server', 'tools', 'dev', 'tests']);

/** `ui` of `ui/text/Price.tsx`; what stands in a part itself is a room, too. */
function roomOf(file: string): string | undefined {
  const [top, part, room, ...rest] = file.split('/');
  if (top !== 'src' || room === undefined) return undefined;
  return rest.length === 0 ? `src/${part}` : `src/${part}/${room}`;
}

/** The imports that lead where they may not, one `file → file` each. */
function forbidden(graph: ImportGraph, isForbidden: (from: string, to: string) => boolean): string[] {
  return [...graph].flatMap(([from, imports]) =>
    [...imports].filter((to) => isForbidden(from, to)).map((to) => `${from} → ${to}`),
  );
}

test('no ring of the phone’s files', () => {
  expect(phone.size).toBeGreaterThan(300);
  expect(rings(phone)).toEqual([]);
});

test('no ring between the phone’s rooms', () => {
  const rooms = between(phone, roomOf);
  expect(rooms.size).toBeGreaterThan(25);
  expect(rings(rooms)).toEqual([]);
});

test('a feature knows no other one; kit and runtime know none; nobody knows the shell', () => {
  const part = (file: string) => file.split('/')[1];
  const breaks = (from: string, to: string) =>
    roomOf(from) !== roomOf(to) &&
    part(from) !== 'shell' &&
    (part(to) === 'shell' || part(to) === 'features');
  expect(forbidden(phone, breaks)).toEqual([]);
  expect(breaks('src/features/home/Home.tsx', 'src/features/coupons/CouponPage.tsx')).toBe(true);
});

test('the phone knows no server, and nobody but tests knows the dev', () => {
  const top = (file: string) => file.split('/', 1)[0]!;
  expect(
    forbidden(
      house,
      (from, to) =>
        (top(from) === 'src' && ['server', 'tools', 'testing', 'dev', 'tests'].includes(top(to))) ||
        (top(to) === 'dev' && top(from) !== 'dev' && top(from) !== 'tests'),
    ),
  ).toEqual([]);
  expect(house.get('dev/two-phones/Phone.tsx')).toContain('ui/dish/DishLine.tsx');
});
