/** `npm run picture`: the README's picture of two phones at one table, from the real app. */
import { mkdirSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DinerPhone } from './diner.ts';
import { startTableServer } from './table-server.ts';

const out = 'docs/two-phones.png';
const phone = { width: 390, height: 844, bezel: 14, radius: 52 };

const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const server = await startTableServer();
try {
  const ann = await DinerPhone.take(browser, server);
  const mei = await DinerPhone.take(browser, server, { colorScheme: 'dark' });
  await ann.scan();
  await ann.chooseGuests(2);
  await mei.scan();
  await mei.expectMenu();
  await add(ann.page, 'Smashed Cucumber');
  await ann.giveName('Ann');
  await add(ann.page, 'Soy-Braised Eggs');
  await add(mei.page, 'Pineapple Cake');
  await mei.giveName('Mei');
  await add(mei.page, 'Sticky Oil Rice');
  await mei.openCart();
  await mei.cart.getByText('Soy-Braised Eggs').waitFor();
  await ann.page.getByRole('button', { name: 'Noodle Soups' }).click();
  await ann.page.waitForTimeout(4_000);
  const faces = await Promise.all([ann, mei].map(({ page }) => framed(page)));
  await compose(faces);
  console.log(out);
} finally {
  await browser.close();
  await server.stop();
}

async function add(page: Page, dish: string): Promise<void> {
  await page.getByRole('button', { name: `Add ${dish}`, exact: true }).click();
}

/** The page as on a phone: round corners in a dark case. */
async function framed(page: Page): Promise<Buffer> {
  const { width, height, bezel, radius } = phone;
  const screen = await sharp(await page.screenshot())
    .resize(width, height)
    .composite([{ input: round(width, height, radius, 'white'), blend: 'dest-in' }])
    .png()
    .toBuffer();
  return await sharp(round(width + 2 * bezel, height + 2 * bezel, radius + bezel, '#1d1714'))
    .composite([{ input: screen, left: bezel, top: bezel }])
    .png()
    .toBuffer();
}

async function compose(faces: readonly Buffer[]): Promise<void> {
  const { width, height, bezel } = phone;
  const gap = 64;
  const step = width + 2 * bezel + gap;
  mkdirSync('docs', { recursive: true });
  await sharp({
    create: {
      width: gap + step * faces.length,
      height: height + 2 * bezel + 2 * gap,
      channels: 3,
      background: '#efe6d8',
    },
  })
    .composite(faces.map((input, index) => ({ input, left: gap + step * index, top: gap })))
    .png({ palette: true, quality: 90 })
    .toFile(out);
}

function round(width: number, height: number, radius: number, fill: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}" fill="${fill}"/></svg>`,
  );
}
