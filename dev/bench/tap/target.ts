import type { ElementHandle, Locator, Page } from '@playwright/test';

/** Where a page is tapped, and the number that a tap changes; both must stay where they are. */
export interface Target {
  readonly page: Page;
  readonly x: number;
  readonly y: number;
  readonly value: ElementHandle<Element>;
}

/** Looked up once: to look for a button by its role takes the page longer than the tap. */
export async function targetOf(page: Page, button: Locator, value: Locator): Promise<Target> {
  // Not while a sheet still slides in.
  await button.click({ trial: true });
  const box = await button.boundingBox();
  const handle = await value.elementHandle();
  if (!box || !handle) throw new Error('there is nothing to tap');
  return {
    page,
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    value: handle,
  };
}

export async function tap({ page, x, y }: Target): Promise<void> {
  await page.mouse.click(x, y);
}

/** ms after a tap until all of it is over: it shows, it is saved, it is sent, it is confirmed, nothing moves. */
export const settledMs = 800;

/** One tap, and what it sets off. */
export async function settledTap(target: Target): Promise<void> {
  await tap(target);
  await target.page.waitForTimeout(settledMs);
}
