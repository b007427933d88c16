/** How long a tap takes until the number that it changes is painted; measured in the page, the same way on every page. */
import type { BrowserContext, ElementHandle, Locator, Page } from '@playwright/test';

interface Probe {
  arm(value: Element): void;
  painted: Promise<number>;
  /** ms of each task of more than 50 ms since the last look. */
  longTasks(): number[];
}

/** Runs in the page before anything else. */
function installProbe(): void {
  const long: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) long.push(duration);
  });
  observer.observe({ type: 'longtask', buffered: true });
  const probe: Probe = {
    painted: Promise.resolve(0),
    arm(value) {
      probe.painted = new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error('the number did not change')), 10_000);
        let tapped = 0;
        addEventListener('click', (event) => (tapped = event.timeStamp), { capture: true, once: true });
        const changes = new MutationObserver(() => {
          if (tapped === 0) return;
          changes.disconnect();
          // A frame's callbacks run before its paint, a message that they post comes after it.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve(performance.now() - tapped), { once: true });
            port1.start();
            port2.postMessage(undefined);
          });
        });
        changes.observe(value, { subtree: true, childList: true, characterData: true });
      });
    },
    longTasks() {
      for (const { duration } of observer.takeRecords()) long.push(duration);
      return long.splice(0);
    },
  };
  (globalThis as unknown as { probe: Probe }).probe = probe;
}

/** Call before a page is opened. */
export async function probed(context: BrowserContext): Promise<void> {
  await context.addInitScript(installProbe);
}

/** A processor that is so many times slower. */
export async function slowed(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** What is tapped, and the number that it changes; they must stay where they are. */
export interface Target {
  readonly page: Page;
  readonly x: number;
  readonly y: number;
  readonly value: ElementHandle;
}

/** Looked up once: to look for a button by its role takes the page longer than the tap. */
export async function targetOf(page: Page, button: Locator, value: Locator): Promise<Target> {
  // Not while a sheet still slides in.
  await button.click({ trial: true });
  const box = await button.boundingBox();
  const handle = await value.elementHandle();
  if (!box || !handle) throw new Error('there is nothing to tap');
  return { page, x: box.x + box.width / 2, y: box.y + box.height / 2, value: handle };
}

/** ms from the click to the paint of the changed number. */
export async function tapTime({ page, x, y, value }: Target): Promise<number> {
  await value.evaluate((element) =>
    (globalThis as unknown as { probe: Probe }).probe.arm(element as Element),
  );
  await page.mouse.click(x, y);
  return await page.evaluate(() => (globalThis as unknown as { probe: Probe }).probe.painted);
}

/** ms of each task over 50 ms since the last look. */
export async function longTasks(page: Page): Promise<number[]> {
  return await page.evaluate(() => (globalThis as unknown as { probe: Probe }).probe.longTasks());
}
