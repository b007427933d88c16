import { expect } from '@playwright/test';
import sharp from 'sharp';
import { expectSound } from './support/screen/expect-sound.ts';
import { test } from './support/test.ts';
import { looks } from './support/words.ts';

/** A wide gradient, bright at its lower edge, where the name is. */
const gradient = sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1200"><linearGradient id="a" x2="1" y2="1"><stop stop-color="#7a2e12"/><stop offset="1" stop-color="#fff6e0"/></linearGradient><rect width="2000" height="1200" fill="url(#a)"/></svg>',
  ),
);

// CX88
test('a cover from the settings stands on top of the menu, with the name on it, and can be removed', async ({
  take,
  takeStaff,
}) => {
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
  expect(width / height).toBeCloseTo(16 / 7, 1);
  await expect(ann.page.getByText('Lantern Alley Kitchen').first()).toBeInViewport({ ratio: 1 });
  await expect(ann.heading('Lantern Alley Kitchen')).toHaveCount(1);
  await expectSound(ann.page);

  await owner.button(owner.t('house:names.coverRemove')).click();
  await owner.button(owner.t('house:save')).click();
  await expect(owner.page.getByText(owner.t('house:unsaved'))).toBeHidden();
  await ann.page.reload();
  await ann.expectMenu();
  await expect(ann.page.locator('img[src*=cover]')).toHaveCount(0);
});
