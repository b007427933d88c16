import type { Page } from '@playwright/test';

/** What several screens show at one moment, in one picture; where somebody wants to look at it (`PICTURES` names a folder). */
export async function takeSideBySide(name: string, pages: readonly Page[]): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  const pictures = await Promise.all(pages.map((page) => page.screenshot()));
  const canvas = await pages[0]!
    .context()
    .browser()!
    .newPage({ viewport: { width: 2_400, height: 900 } });
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`);
  const style = 'display:flex;gap:8px;margin:8px;align-items:start;background:#777';
  await canvas.setContent(`<body style="${style}">${images.join('')}</body>`);
  const body = canvas.locator('body');
  const width = await body.evaluate(({ scrollWidth }) => scrollWidth);
  await canvas.setViewportSize({ width: width + 16, height: 900 });
  await canvas.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await canvas.close();
}
