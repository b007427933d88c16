/** Runs each attack for a moment. `npm run abuse` runs them longer and measures how long the diners wait. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks } from './attacks.ts';
import { openEvening, type Evening } from './evening.ts';

const momentMs = 400;

let evening: Evening;
beforeAll(async () => {
  evening = await openEvening();
  await evening.feel(undefined, momentMs);
});
afterAll(() => evening.close());

test.each(Object.entries(attacks))(
  'a guest who %s costs no honest diner a tap, and locks out no other',
  async (_name, attack) => {
    const { taps, lost } = await evening.feel(attack, momentMs);
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
