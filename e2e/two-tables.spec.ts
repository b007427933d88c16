/**
 * A diner scans the code of another table, and continues there.
 * With `npm run e2e -- e2e/two-tables.spec.ts --repeat-each 10` they change the table a hundred times.
 */
import { expect } from '@playwright/test';
import { answerNext, createRefusal } from './support/answers.ts';
import type { DinerPhone } from './support/diner.ts';
import { atLength, shareServer, test } from './support/test.ts';

shareServer();

const dish = 'Smashed Cucumber';
const elsewhere = { path: '/m/1003/q/1', dish: 'Brown Sugar Rice Cake' };

async function goOnAt(phone: DinerPhone, path: string, added = dish): Promise<void> {
  await phone.scan(path);
  await addThere(phone, added);
}

/** Adds a dish at the new table, and waits until the server has it. */
async function addThere(phone: DinerPhone, added = dish): Promise<void> {
  await phone.chooseGuestsIfAsked(2);
  const stored = phone.changeAnswered();
  await phone.addFirst('Ann', added);
  expect((await stored).ok()).toBe(true);
}

test('to another table, by its code and within the app; to a friend’s table', async ({ take }) => {
  const [ann, mei] = [await take(), await take()];
  await goOnAt(ann, '/m/1001/q/1');
  await goOnAt(ann, '/m/1001/q/2');
  await ann.goTo('/m/1001/q/3');
  await addThere(ann);
  await mei.sit(7);
  await goOnAt(ann, '/m/1001/q/7');
  await expect(mei.cartBar()).toBeVisible();
});

test('to another restaurant and back', atLength, async ({ take }) => {
  const ann = await take();
  await goOnAt(ann, '/m/1001/q/4');
  await goOnAt(ann, elsewhere.path, elsewhere.dish);
  await goOnAt(ann, '/m/1001/q/5');
});

test('over a slow network', atLength, async ({ take }) => {
  const ann = await take();
  await goOnAt(ann, '/m/1001/q/8');
  let calls = 0;
  await ann.page.route('**/api/**', async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 200 + ((calls * 367) % 900)));
    await route.fallback();
  });
  await goOnAt(ann, '/m/1001/q/9');
});

test('after the server has forgotten the diner', atLength, async ({ take }) => {
  const ann = await take();
  await goOnAt(ann, '/m/1001/q/10');
  const answer = ann.page.waitForResponse((response) => response.status() === 401);
  await answerNext(ann.page, 'GET', '/api/shoppingCart', createRefusal(401, 'A token is needed', 401));
  await ann.turn('hidden');
  await ann.turn('visible');
  await answer;
  await goOnAt(ann, '/m/1001/q/11');
});

test('with a second tab, which follows', atLength, async ({ take }) => {
  const ann = await take();
  await goOnAt(ann, '/m/1001/q/12');
  const tab = await ann.anotherTab();
  await tab.open('/merchant/1001/order');
  await expect(tab.part(tab.screen.oneMore(dish))).toBeVisible();
  await goOnAt(ann, '/m/1001/q/1');
  await goOnAt(tab, elsewhere.path, elsewhere.dish);
});
