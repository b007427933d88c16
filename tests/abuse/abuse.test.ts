/** Runs the attacks for a moment, some at once. `npm run abuse` runs them longer and measures how long the diners wait. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks } from './attacks.ts';
import { openEvening, type Evening } from './evening.ts';

const momentMs = 400;
const atOnce = 4;
const names = Object.keys(attacks);
const groups = names
  .filter((_, index) => index % atOnce === 0)
  .map((_, group) => names.slice(group * atOnce, (group + 1) * atOnce));

let evening: Evening;
beforeAll(async () => {
  evening = await openEvening();
  await evening.feel([], momentMs);
});
afterAll(() => evening.close());

test.each(groups.map((group) => [group.join('; one who '), group] as const))(
  'a guest who %s: no honest diner loses a tap, and nobody is locked out',
  async (_names, group) => {
    const { taps, lost } = await evening.feel(
      group.map((name) => attacks[name]!),
      momentMs,
    );
    // A busy machine may tap only once in a moment.
    expect(taps).toBeGreaterThan(0);
    expect(lost).toBe(0);
    expect(await evening.staffGetIn()).toBe(true);
    await expect
      .poll(
        async () => {
          const { shown, stored } = await evening.compared();
          return shown.length === stored.length && shown.every((line, n) => line === stored[n]);
        },
        { timeout: 30_000 },
      )
      .toBe(true);
  },
  60_000,
);
