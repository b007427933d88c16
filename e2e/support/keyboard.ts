import { expect, type Locator, type Page } from '@playwright/test';

/** More stops between two fields nobody goes through. */
const mostStops = 120;

/** Somebody without a mouse: every stop on the way is seen, and shows that it has the focus. */
export class Keyboard {
  /** How many stops there were. */
  stops = 0;

  constructor(private readonly page: Page) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** In the field that has the focus, instead of what stands there. */
  async type(text: string): Promise<void> {
    await this.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(text);
  }

  /** On with Tab, or back, until it has the focus. */
  async to(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const wanted = await target.first().elementHandle();
    for (let stop = 0; stop < mostStops; stop += 1) {
      await this.press(key);
      this.stops += 1;
      expect.soft(await this.page.evaluate(faultOfStop), 'a stop of the focus').toBeUndefined();
      if (await this.page.evaluate((element) => element === document.activeElement, wanted)) return;
    }
    throw new Error(`${String(target)} is not reached with ${key}`);
  }

  async fill(field: Locator, text: string): Promise<void> {
    await this.to(field);
    await this.type(text);
  }

  /** Goes there and presses it. */
  async do(button: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.to(button, key);
    await this.press('Enter');
  }

  /** The focus is somewhere, and not at the beginning of the page again. */
  async expectPlaced(): Promise<void> {
    const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
    await expect.poll(() => this.page.evaluate(isNowhere), 'the focus is lost').toBe(false);
  }
}

/** What is wrong with where the focus is; in the page. */
function faultOfStop(): string | undefined {
  const stop = document.activeElement;
  if (!stop || stop === document.body) return undefined;
  const label = stop instanceof HTMLInputElement ? stop.labels?.[0]?.textContent : stop.textContent;
  const name = `<${stop.tagName.toLowerCase()}> ${stop.getAttribute('aria-label') ?? label?.trim().slice(0, 40)}`;
  // A tick box may lie unseen in its label, which shows it.
  const shown = stop.closest('label') ?? stop;
  const hasRing = [stop, shown].some((each) => getComputedStyle(each).outlineStyle !== 'none');
  if (!hasRing) return `${name} does not show that it has the focus`;
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const across = [0.1, 0.5, 0.9].map((share) => left + (right - left) * share);
  const down = [0.1, 0.5, 0.9].map((share) => top + (bottom - top) * share);
  const isSeen = across.some((x) =>
    down.some((y) => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (shown.contains(there) || there.contains(stop));
    }),
  );
  return isSeen ? undefined : `${name} is out of sight or covered`;
}
