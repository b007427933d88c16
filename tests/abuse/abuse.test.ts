/** `npm test` plays each for a moment; `npm run abuse` at length, with what the honest diners waited. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffLogin, staffOverview } from '#contract/calls/staff.ts';
import { attacks } from './attacks.ts';
import { openEvening, staffPassword, wifi, type Evening } from './evening.ts';

const momentMs = 400;

let evening: Evening;
beforeAll(async () => {
  evening = await openEvening();
  await evening.feel(undefined, momentMs);
});
afterAll(() => evening.close());

test.each(Object.entries(attacks))(
  'a guest who %s costs no honest diner a tap, and shuts nobody out',
  async (_name, attack) => {
    const { taps, lost } = await evening.feel(attack, momentMs);
    // A busy machine taps less in a moment; how long each waited is what the long form measures.
    expect(taps).toBeGreaterThan(0);
    expect(lost).toBe(0);
    await requireStaffIn();
    await expect
      .poll(
        async () => {
          const { shown, kept } = await evening.compared();
          return shown.length === kept.length && shown.every((line, n) => line === kept[n]);
        },
        { timeout: 10_000 },
      )
      .toBe(true);
  },
  30_000,
);

async function requireStaffIn(): Promise<void> {
  const { call, eve } = evening.scene;
  const { merchantId } = eve;
  const answer = await call(staffLogin, { address: wifi, body: { merchantId, password: staffPassword } });
  expect(answer).toMatchObject({ status: 200, code: 0 });
  const cookie = answer.headers.get('set-cookie')!.split(';', 1)[0]!;
  const overview = await call(staffOverview, { address: wifi, headers: { cookie } });
  expect(overview).toMatchObject({ status: 200, code: 0 });
}
