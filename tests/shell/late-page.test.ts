/** The code of the next page comes late or never. e2e/shell.spec.ts shows code that fails at once. */
import { expect, test } from 'vitest';
import { loadPatiently } from '#src/shell/pages/late-page.ts';

const page = { default: 'the page' };

function createDiner(answers: readonly (boolean | 'waits')[], isWanted = () => true) {
  const left = [...answers];
  let asked = 0;
  const ask = async (code: Promise<unknown>) => {
    asked += 1;
    const answer = left.shift();
    if (answer !== 'waits') return answer === true;
    await code;
    return true;
  };
  return { waiting: { timeoutMs: 5, isWanted, ask }, asked: () => asked };
}

test('code that is loaded already needs no message', async () => {
  const { waiting, asked } = createDiner([]);
  expect(await loadPatiently(async () => page, waiting)).toBe(page);
  expect(asked()).toBe(0);
});

// CH5
test('late code shows a message, and the page when it arrives', async () => {
  const { waiting, asked } = createDiner(['waits']);
  const comes = new Promise<typeof page>((resolve) => setTimeout(() => resolve(page), 40));
  expect(await loadPatiently(() => comes, waiting)).toBe(page);
  expect(asked()).toBe(1);
});

test('it is tried as often as the diner asks, and no more', async () => {
  let loads = 0;
  const { waiting, asked } = createDiner([true, true, false]);
  const waitForever = () => {
    loads += 1;
    return new Promise<typeof page>(() => {});
  };
  expect(await loadPatiently(waitForever, waiting)).toBeUndefined();
  expect([loads, asked()]).toEqual([3, 3]);
});

test('a diner who has gone to another page is not asked', async () => {
  const { waiting, asked } = createDiner([true], () => false);
  expect(await loadPatiently(() => new Promise<typeof page>(() => {}), waiting)).toBeUndefined();
  expect(asked()).toBe(0);
});
