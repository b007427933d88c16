import { expect, test } from 'vitest';
import { rejections } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import { readEntry } from '#events/records/log.ts';
import {
  findBrokenBudget,
  nothingOpen,
  addOpen,
  type OpenEvents,
} from '#server/ordering/cart/rules/open-events.ts';
import { createPhone } from '../given.ts';

test('D37: at a full table, replicas of other diners use nothing of the reserved room', () => {
  const { ofTable, reserved } = limits.open;
  const others = Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`hostile-${n}`.padEnd(20, 'x'), 9]),
  );
  let open: OpenEvents = { ...nothingOpen, table: { ...nothingOpen.table, ...ofTable } };
  const author = createPhone('ra', 'ann');
  for (let n = 0; n < reserved.events; n += 1) {
    const event = author.add();
    const entry = readEntry({ ...event, seen: { ...others, ...event.seen } })!;
    expect(findBrokenBudget(open, entry)).toBeUndefined();
    open = addOpen(open, [entry]);
  }
  expect(findBrokenBudget(open, readEntry(author.add())!)).toBe(rejections.tableFull);
});
