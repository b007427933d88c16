/** The public demo of two phones, one of them without a network. */
import { expect } from '@playwright/test';
import { chinese, english } from '#dev/two-phones/texts.ts';
import { shareServer, test } from './support/test.ts';
import { expectSound } from './support/screen/expect-sound.ts';

shareServer();

test('one phone loses its network, both order, and they agree when it is back', async ({ take, server }) => {
  const { page } = await take();
  await page.goto(`${server.url}/two-phones.html`);
  const findPhone = (name: string) => page.getByRole('region', { name: `${name}’s phone`, exact: true });
  const findCart = (name: string) => findPhone(name).getByRole('region', { name: /cart on/ });
  const agreement = page.locator('[data-state]');
  const add = async (name: string, dish: string) =>
    await findPhone(name)
      .getByRole('button', { name: `Add ${dish}` })
      .click();
  const network = page.getByRole('switch', { name: 'Mei’s network' });

  await add('Ann', english.dishes.p0);
  await expect(findCart('Mei')).toContainText(english.dishes.p0);
  await expect(agreement).toHaveText(english.agree);

  await network.uncheck();
  await add('Mei', english.dishes.p2);
  await add('Ann', english.dishes.p1);
  await expect(findPhone('Mei')).toContainText('Off, 1 change waiting');
  await expect(findCart('Mei')).not.toContainText(english.dishes.p1);
  await expect(findCart('Ann')).not.toContainText(english.dishes.p2);
  await expect(agreement).toHaveText(english.apart);

  await network.check();
  await expect(agreement).toHaveText(english.agree);
  for (const name of ['Ann', 'Mei'])
    for (const dish of Object.values(english.dishes)) await expect(findCart(name)).toContainText(dish);
  await expectSound(page);

  await page.getByRole('link', { name: english.otherLanguage }).click();
  await expect(page.getByRole('heading', { level: 1, name: chinese.title })).toBeVisible();
});
