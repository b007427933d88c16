/** The opening hours in the owner's form. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin, weekdays, type ServedHours } from '#contract/menu-file/hours.ts';
import {
  findSpanProblem,
  readOpeningInput,
  isComplete,
  suggestSpan,
  toOpeningInput,
} from '../../staff/owner/settings/opening/opening-input.ts';

const time = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`);
const span = fc.record({ from: time, to: time }).filter(({ from, to }) => from !== to);
const hours: fc.Arbitrary<ServedHours> = fc
  .tuple(span, fc.option(fc.subarray([...weekdays], { minLength: 1 }), { nil: undefined }))
  .map(([each, days]) => ({ ...each, ...(days && { days }) }));

test('hours that were not edited are saved with the same minutes', () => {
  fc.assert(
    fc.property(fc.array(hours, { maxLength: 4 }), (openingHours) => {
      const saved = readOpeningInput(toOpeningInput({ openingHours })).openingHours;
      for (let minute = 0; minute < 7 * 24 * 60; minute += 60)
        expect(saved.some((each) => isWithin(each, minute))).toBe(
          openingHours.some((each) => isWithin(each, minute)),
        );
      expect(readOpeningInput(toOpeningInput({ openingHours: saved })).openingHours).toEqual(saved);
    }),
  );
});

test('days with the same hours become one entry', () => {
  const week = Object.fromEntries(weekdays.map((day) => [day, [{ from: '11:00', to: '14:00' }]]));
  const typed = { week: { ...week, sun: [] } as never, dates: [], most: '' };
  expect(readOpeningInput(typed).openingHours).toEqual([
    { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '11:00', to: '14:00' },
  ]);
  expect(readOpeningInput({ ...typed, week: week as never }).openingHours).toEqual([
    { from: '11:00', to: '14:00' },
  ]);
});

test.each([
  [[{ from: '', to: '14:00' }], 'missing'],
  [[{ from: '14:00', to: '14:00' }], 'noTimeBetween'],
  [[{ from: '11:00', to: '14:00' }, { from: '13:00', to: '15:00' }], 'cross'],
  [[{ from: '11:00', to: '14:00' }, { from: '14:00', to: '15:00' }], undefined],
  [[{ from: '01:00', to: '03:00' }, { from: '22:00', to: '02:00' }], undefined],
  [[{ from: '00:00', to: '00:00' }], undefined],
])('the end of %j: %s', (spans, problem) => {
  expect(findSpanProblem(spans, spans.length - 1)).toBe(problem);
  const { week } = toOpeningInput({});
  expect(isComplete({ week: { ...week, tue: spans }, dates: [], most: '' })).toBe(problem === undefined);
}); // prettier-ignore

test('a date is required once, and suggested hours fit after others', () => {
  const { week } = toOpeningInput({});
  const createDate = (text: string) => ({ date: text, hours: [] });
  expect(isComplete({ week, most: '', dates: [createDate('2026-12-25')] })).toBe(true);
  expect(isComplete({ week, most: '', dates: [createDate('')] })).toBe(false);
  expect(isComplete({ week, most: '', dates: [createDate('2026-12-25'), createDate('2026-12-25')] })).toBe(
    false,
  );
  const first = suggestSpan([]);
  expect(findSpanProblem([first, suggestSpan([first])], 1)).toBeUndefined();
});

test.each([
  ['', null, true],
  ['12', '12', true],
  ['0', '0', false],
  ['1000', '1000', false],
  ['many', 'many', false],
])('“%s” orders in ten minutes', (most, saved, isGood) => {
  const typed = { ...toOpeningInput({}), most };
  expect(isComplete(typed)).toBe(isGood);
  expect(readOpeningInput(typed).ordersPerTenMinutes).toBe(saved);
});
