import type { ElementHandle, Locator, Page } from '@playwright/test';

/** The place of a tap, and the number that the tap changes. Neither may move. */
export interface Target {
  readonly page: Page;
  readonly x: number;
  readonly y: number;
  readonly value: ElementHandle<Element>;
}

/** Finds the button once, because a search by role takes the page longer than the tap. */
export async function prepareTarget(page: Page, button: Locator, value: Locator): Promise<Target> {
  // Waits until a sheet no longer slides in.
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

/** Time in which a tap is shown, stored, sent and confirmed, and all movement ends, ms. */
export const pauseMs = 800;

/** Taps, and waits until all its effects are over. */
export async function tapAndSettle(target: Target): Promise<void> {
  await tap(target);
  await target.page.waitForTimeout(pauseMs);
}
