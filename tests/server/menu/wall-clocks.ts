/** The restaurant's clock, minute by minute, also on days when clocks change. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { weekdays } from '#contract/menu-file/hours.ts';

export const parseTime = (text: string) => Date.parse(text);
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Zones and days without and with a change of the clocks: by an hour or half of one, at night or at midnight. */
const beginnings = [
  ['Asia/Taipei', '2026-11-24T00:00Z'],
  ['America/New_York', '2026-03-04T00:00Z'],
  ['America/New_York', '2026-10-28T00:00Z'],
  ['Australia/Lord_Howe', '2026-04-01T00:00Z'],
  ['Australia/Lord_Howe', '2026-10-01T00:00Z'],
  ['America/Santiago', '2026-09-02T00:00Z'],
  ['America/Santiago', '2026-04-02T00:00Z'],
  ['Asia/Kathmandu', '2026-11-24T00:00Z'],
] as const;

/** What a clock on the wall shows in one minute. */
export type Wall = ReturnType<typeof listWalls>[number];
export type Spell = ReturnType<typeof listSpells>[number];

/** Returns so many days from each beginning. */
export function listSpells(days: number) {
  return beginnings.map(([timeZone, from]) => {
    const start = parseTime(from);
    return { timeZone, start, walls: listWalls(timeZone, start, days) };
  });
}

function listWalls(timeZone: string, start: number, days: number) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return Array.from({ length: (days * dayMs) / minuteMs }, (_, minute) => {
    const [date = '', time = ''] = format.format(start + minute * minuteMs).split(', ');
    return { date, before: addDays(date, -1), time };
  });
}

export function addDays(date: string, days: number): string {
  return new Date(parseTime(`${date}T00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Monday, the 5th of January 1970, was day 4. */
export const getWeekday = (date: string) => weekdays[(parseTime(date) / dayMs + 3) % 7]!;

export const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 1, 15, 29, 30, 59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

export const anyWeekdays = fc.option(fc.subarray([...weekdays], { minLength: 1 }), { nil: undefined });

/**
 * Checks that `findNext` finds every change of `isOn` in a spell, and no other.
 * @returns the number of changes
 */
export function expectChanges(
  { start, walls }: Spell,
  isOn: (wall: Wall) => boolean,
  findNext: (after: number) => number | undefined,
): number {
  const seen = walls.map(isOn);
  const wanted = seen.flatMap((is, minute) =>
    minute > 0 && is !== seen[minute - 1] ? [start + minute * minuteMs] : [],
  );
  const found: number[] = [];
  for (let next = findNext(start); next !== undefined; next = findNext(next)) {
    if (next >= start + walls.length * minuteMs) break;
    found.push(next);
  }
  expect(found).toEqual(wanted);
  return found.length;
}
