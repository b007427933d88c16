import { expect } from '@playwright/test';
import { shareServer, test } from './support/test.ts';

shareServer();

const dish = 'Smashed Cucumber';

test('D68: a tap shows its number in its frame and the rest after it; a line keeps its message until there is news', async ({
  take,
}) => {
  const ann = await take();
  const { t, translateDish } = ann.words;
  const more = t('menu:oneMore', { name: translateDish(dish) });
  await ann.sit(1, 1);
  await ann.addAs('Ann', dish);
  await expect(ann.cartBar(1)).toBeVisible();

  for (const [taps, pieces] of [
    [1, 2],
    [2, 4],
  ] as const)
    await test.step(`the numbers of ${taps} taps are painted in their frames, and the sums follow`, async () => {
      const inItsFrame = await ann.button(more).evaluate((plus: HTMLElement, times) => {
        for (let tap = 0; tap < times; tap += 1) plus.click();
        return new Promise((resolve) => {
          requestAnimationFrame(() => resolve(plus.closest('fieldset')?.innerText.trim()));
        });
      }, taps);
      expect(inItsFrame).toBe(String(pieces));
      await expect(ann.cartBar(pieces)).toBeVisible();
    });

  await test.step('an immediate answer removes nothing that the line says', async () => {
    await ann.openCart();
    const plus = ann.linesOf('Ann').getByRole('button', { name: more });
    await expect(ann.linesOf('Ann').getByText(t('cart:state.confirmed'))).toBeVisible();
    // After a slow answer the line shows its state, so the next tap is measured instead.
    await expect(async () => {
      const answered = ann.changeAnswered();
      const gone = await plus.evaluateHandle((button: HTMLElement) => {
        const texts: string[] = [];
        new MutationObserver((changes) => {
          for (const { removedNodes } of changes)
            for (const { textContent } of removedNodes) if (textContent) texts.push(textContent);
        }).observe(button.closest('li')!, { childList: true, subtree: true });
        button.click();
        return texts;
      });
      await answered;
      await ann.page.evaluate(() => new Promise((shown) => setTimeout(shown, 100)));
      expect(await gone.jsonValue()).toEqual([]);
    }).toPass();
  });
});
