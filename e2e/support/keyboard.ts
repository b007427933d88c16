import { expect, type Locator, type Page } from '@playwright/test';

/** The most presses of Tab to reach an element. */
const mostStops = 120;

/** Uses the page with the keyboard only, and checks that each focused element is visible and marked. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Replaces the text of the focused field. */
  async type(text: string): Promise<void> {
    await this.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(text);
  }

  /** Presses Tab or Shift+Tab until the target has the focus. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const wanted = await target.first().elementHandle();
    for (let stop = 0; stop < mostStops; stop += 1) {
      await this.press(key);
      expect.soft(await this.page.evaluate(findFocusFault), 'the focused element').toBeUndefined();
      if (await this.page.evaluate((element) => element === document.activeElement, wanted)) return;
    }
    throw new Error(`${String(target)} cannot be reached with ${key}`);
  }

  async fill(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.type(text);
  }

  /** Goes to the button and presses Enter. */
  async activate(button: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.tabTo(button, key);
    await this.press('Enter');
  }

  /** Checks that some element has the focus. */
  async expectFocus(): Promise<void> {
    const isLost = () => document.activeElement === null || document.activeElement === document.body;
    await expect.poll(() => this.page.evaluate(isLost), 'the focus is lost').toBe(false);
  }
}

/** Runs in the page. Returns why a user could not see the focused element. Undefined if they can. */
function findFocusFault(): string | undefined {
  const stop = document.activeElement;
  if (!stop || stop === document.body) return undefined;
  const label = stop instanceof HTMLInputElement ? stop.labels?.[0]?.textContent : stop.textContent;
  const name = `<${stop.tagName.toLowerCase()}> ${stop.getAttribute('aria-label') ?? label?.trim().slice(0, 40)}`;
  // A hidden checkbox shows its state on its label.
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
  return isSeen ? undefined : `${name} is outside the screen or covered`;
}
