import { expect } from '@playwright/test';
import sharp from 'sharp';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

/** A wide gradient. */
const gradient = sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1200"><linearGradient id="a" x2="1" y2="1"><stop stop-color="#7a2e12"/><stop offset="1" stop-color="#fff6e0"/></linearGradient><rect width="2000" height="1200" fill="url(#a)"/></svg>',
  ),
);

// CX88
test(
  'a cover stands on top of the menu, above the dishes that guests order most; the first dish is in sight below',
  atLength,
  async ({ take, takeStaff, server }) => {
    const owner = await takeStaff('Olga', looks['zh-dark']);
    const ann = await take(looks['en-light']);
    await owner.openOwners('house');
    const chooser = owner.page.getByLabel(owner.t('house:names.coverChoose'));
    const buffer = await gradient.jpeg().toBuffer();
    await chooser.setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer });
    await expect(owner.page.locator('form img')).toBeVisible();
    await owner.button(owner.t('house:save')).click();
    await expect(owner.page.getByText(owner.t('house:unsaved'))).toBeHidden();

    await ann.sit(1);
    const cover = ann.page.locator('main img').first();
    await expect(cover).toHaveAttribute('src', /1001-cover/);
    const { width, height, y } = (await cover.boundingBox())!;
    expect({ width, y }).toEqual({ width: 390, y: 0 });
    expect(width / height).toBeCloseTo(16 / 5, 1);
    await expect(ann.page.getByText('Lantern Alley Kitchen').first()).toBeInViewport({ ratio: 1 });
    await expect(ann.heading('Lantern Alley Kitchen')).toHaveCount(1);
    await expectSound(ann.page);

    await test.step('a row of cards, which the keyboard reaches', async () => {
      const menu = await server.fetchMenu();
      const loved = menu.categories
        .flatMap(({ products }) => products.filter(({ soldOut }) => !soldOut))
        .slice(3, 8);
      const body = JSON.stringify({ orderItems: loved.map(({ id }) => ({ productId: id, quantity: 1 })) });
      await server.inDatabase(
        `WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 10)
       INSERT INTO orders (id, merchant_id, session_id, status, payment_status, send_status, row_version, rounds,
         created_at, updated_at, body)
       SELECT 'loved-' || n, '1001', (SELECT id FROM table_sessions), 1, 1, 1, 1, 1, ?, ?, ? FROM count`,
        Date.now(),
        Date.now(),
        body,
      );
      await ann.page.reload();
      await ann.expectMenu();
      const row = ann.page.getByRole('region', { name: ann.words.t('menu:mostLoved') });
      await expect(row.getByRole('listitem')).toHaveCount(5);
      const section = ann.page.locator('section:has([data-dish])').first();
      await expect(section.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
      await expect(section.locator('[data-dish]').first()).toBeInViewport({ ratio: 1 });
      const second = row.getByRole('button').nth(1);
      await row.getByRole('button').first().focus();
      await ann.page.keyboard.press('Tab');
      await expect(second).toBeFocused();
      await expect(second).toBeInViewport({ ratio: 0.9 });
      await ann.page.keyboard.press('Enter');
      await expect(ann.dialog(loved[1]!.name)).toBeVisible();
      await ann.page.keyboard.press('Escape');
      await expect(second).toBeFocused();
      await expectSound(ann.page);
    });

    await owner.page.reload();
    await owner.button(owner.t('house:names.coverRemove')).click();
    await owner.button(owner.t('house:save')).click();
    await expect(owner.page.getByText(owner.t('house:unsaved'))).toBeHidden();
    await ann.page.reload();
    await ann.expectMenu();
    await expect(ann.page.locator('img[src*=cover]')).toHaveCount(0);
  },
);
