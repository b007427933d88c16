import { expect, type Locator, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { waitUntilStill } from './until-still.ts';
import { isAtLength } from '../words.ts';

const all: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};
const colours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast'] },
  resultTypes: ['violations'],
};

/** Opens dialogs and sheets with the keyboard, and collects accessibility problems in them. */
export class LayerCheck {
  /** One line for each problem. */
  readonly found: string[] = [];

  constructor(private readonly page: Page) {}

  /** Presses Enter on `opener`, which opens `layer`, and checks the layer. */
  async open(name: string, opener: Locator, layer: Locator): Promise<void> {
    await opener.focus();
    await this.page.keyboard.press('Enter');
    await expect(layer).toBeVisible();
    await this.look(name, layer);
  }

  /** Closes `layer` with Escape. `opener` must have the focus then. */
  async close(name: string, layer: Locator, opener: Locator): Promise<void> {
    await this.page.keyboard.press('Escape');
    await expect(layer).toBeHidden();
    const isBack = () => opener.evaluate((element) => element === document.activeElement);
    await expect.poll(isBack, `${name} gives the focus back`).toBe(true);
  }

  async openAndClose(name: string, opener: Locator, layer: Locator): Promise<void> {
    await this.open(name, opener, layer);
    await this.close(name, layer, opener);
  }

  /** Checks an open layer: the focus is in it, the rules in both themes, and the size of targets. */
  async look(name: string, layer: Locator): Promise<void> {
    await expect.poll(() => hasFocus(layer), `${name} has the focus`).toBe(true);
    await this.lookAt(name, layer);
  }

  /** Checks a part that does not take the focus: a bar, a toast, a page. */
  async lookAt(name: string, part: Locator): Promise<void> {
    await this.expectTargets(name, part);
    await this.runRules(name, part, all);
    // Only colours differ in the other theme. screens.spec.ts checks all pages in both themes.
    if (!isAtLength) return;
    await this.wear('dark');
    await this.runRules(`${name}, dark`, part, colours);
    await this.wear('light');
  }

  async expectTargets(name: string, part: Locator): Promise<void> {
    for (const small of await part.evaluate(listSmallTargets)) this.found.push(`${name}: ${small}`);
  }

  /** Changes the theme, and waits until the page has drawn it. */
  private async wear(colorScheme: 'light' | 'dark'): Promise<void> {
    const before = await this.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await this.page.emulateMedia({ colorScheme });
    await this.page.waitForFunction((was) => getComputedStyle(document.body).backgroundColor !== was, before);
  }

  private async runRules(name: string, part: Locator, options: RunOptions): Promise<void> {
    // Once for each document, because injecting axe takes longer than running it.
    if (!(await this.page.evaluate(() => 'axe' in globalThis))) await this.page.evaluate(axe.source);
    await waitUntilStill(this.page);
    const broken = await part.evaluate(async (element, by) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(element, by);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`,
      );
    }, options);
    for (const violation of broken) this.found.push(`${name}: ${violation}`);
  }
}

function hasFocus(layer: Locator): Promise<boolean> {
  return layer.evaluate((element) => element.contains(document.activeElement));
}

/** Runs in the page. Lists controls whose touch target is smaller than 44 px (SC 2.5.5). */
export function listSmallTargets(root: Element): string[] {
  const least = 44;
  const targets = 'a[href], button, input, select, textarea, summary, [role="button"], [tabindex="0"]';
  const isInText = (element: Element) =>
    element.matches('a') &&
    getComputedStyle(element).display === 'inline' &&
    element.parentElement!.textContent.trim() !== element.textContent.trim();
  return [...root.querySelectorAll<HTMLElement>(targets)].flatMap((element) => {
    if (!element.checkVisibility() || element.matches(':disabled') || isInText(element)) return [];
    if (element.closest('[aria-hidden="true"]')) return [];
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    // A tap anywhere on a menu's row opens the dish, like its name.
    const row = element.closest('h3')?.closest('[data-dish]');
    const answers = [element, ...labels, ...(row ? [row] : [])];
    const boxes = answers.map((each) => each.getBoundingClientRect());
    const isLarge = ({ width, height }: DOMRect) => width >= least - 0.1 && height >= least - 0.1;
    if (boxes.some(isLarge)) return [];
    // The area around the control may belong to its target.
    const { left, top, width, height } = boxes[0]!;
    const [x, y, reach] = [left + width / 2, top + height / 2, least / 2 - 0.5];
    const isHit = ([dx, dy]: readonly number[]) => {
      const hit = document.elementFromPoint(x + dx! * reach, y + dy! * reach);
      return hit !== null && answers.some((each) => each.contains(hit));
    };
    const ways = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ];
    if (ways.every(isHit)) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    return [`target of ${width.toFixed(0)}x${height.toFixed(0)}: ${element.tagName} "${name.slice(0, 40)}"`];
  });
}
