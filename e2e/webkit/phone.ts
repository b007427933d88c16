/**
 * A phone in a real WebKit (WebKitGTK), controlled by WebDriver. It has its own storage, and its line to the server can
 * be cut. It finds the parts of the screens like the phones that Playwright controls.
 */
import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { Builder, By, type WebDriver, type WebElement } from 'selenium-webdriver';
import { ServiceBuilder } from 'selenium-webdriver/safari.js';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { createScreen, type Part } from '../support/screen/screen.ts';
import type { Words } from '../support/words.ts';

/** The number of pieces for each diner and dish. */
export type Carts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Selectors of the elements that may have a role. WebKit decides whether they have it. */
const candidates: Readonly<Record<Part['role'], string>> = {
  alertdialog: '[role=alertdialog]',
  button: 'button',
  dialog: '[role=dialog]',
  heading: 'h1, h2, h3, h4',
  navigation: 'nav',
  radio: 'input[type=radio]',
  textbox: 'input, textarea',
};

/** The driver fails for the name of an element that is not rendered, so only rendered ones are listed. */
const rendered = `return [...arguments[0].querySelectorAll(arguments[1])]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))`;

/** Scrolls the element to the middle, away from the cart's bar. Returns whether it stands still. */
const standsStill = `
  const [element, answer] = arguments;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const place = () => JSON.stringify(element.getBoundingClientRect());
  const before = place();
  setTimeout(() => answer(place() === before), 60);`;

const collectErrors = `
  window.uncaught = [];
  addEventListener('error', ({ message }) => uncaught.push(message));
  addEventListener('unhandledrejection', ({ reason }) => uncaught.push(String(reason)));`;

/** A diner's own lines have a stepper with the number. The lines of others say "× 2", or nothing for one piece. */
const readCarts = `
  const read = (line) => [
    line.querySelector('h4').textContent.replace(/\\s*×\\s*\\d+$/, ''),
    Number(line.querySelector('fieldset [aria-live]')?.textContent ?? /×\\s*(\\d+)/.exec(line.textContent)?.[1] ?? 1),
  ];
  return Object.fromEntries([...arguments[0].querySelectorAll('section')].map((section) => [
    section.querySelector('h3').textContent.replace(/ you$/, ''),
    Object.fromEntries([...section.querySelectorAll('li')].map(read)),
  ]));`;

export class WebKitPhone {
  readonly screen;

  private constructor(
    private readonly words: Words,
    private readonly driver: WebDriver,
    private readonly service: ReturnType<ServiceBuilder['build']>,
    private readonly serverPort: number,
    private line: Proxy,
  ) {
    this.screen = createScreen(words);
  }

  /** @param driverPath the program of WebKitGTK's WebDriver, which allows one session per process */
  static async take(driverPath: string, server: { readonly url: string }, words: Words) {
    const port = Number(new URL(server.url).port);
    const service = new ServiceBuilder(driverPath).build();
    try {
      const driver = await new Builder()
        .usingServer(await service.start())
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { args: ['--automation'] },
        })
        .build();
      // MiniBrowser's pages are at least 447 px wide.
      await driver.manage().window().setRect({ width: 390, height: 844 });
      return new WebKitPhone(words, driver, service, port, await startProxy({ ports: () => [port] }));
    } catch (error) {
      await service.kill();
      throw error;
    }
  }

  async end(): Promise<void> {
    await this.driver.quit().finally(() => this.service.kill());
    await this.line.close();
  }

  /** Breaks all connections, and allows no new ones. The page still considers itself online. */
  async cutLine(): Promise<void> {
    await this.line.close();
  }

  async mendLine(): Promise<void> {
    const port = Number(new URL(this.line.url).port);
    this.line = await startProxy({ ports: () => [this.serverPort], port });
  }

  async scan(path: string): Promise<void> {
    await this.driver.get(this.line.url + path);
    await this.driver.executeScript(collectErrors);
  }

  async reload(): Promise<void> {
    await this.expectNoErrors();
    await this.driver.navigate().refresh();
    await this.driver.executeScript(collectErrors);
  }

  /** Checks that no error was uncaught since the page was opened. */
  async expectNoErrors(): Promise<void> {
    expect(await this.driver.executeScript('return uncaught')).toEqual([]);
  }

  /** Taps the last part. Each part is inside the one before it. */
  async tap(...parts: Part[]): Promise<void> {
    await this.use(parts, (element) => element.click());
  }

  async fill(text: string, ...parts: Part[]): Promise<void> {
    await this.use(parts, async (element) => {
      await element.clear();
      await element.sendKeys(text);
    });
  }

  /** Waits until the part contains these texts. */
  async expectText(parts: readonly Part[], ...texts: string[]): Promise<void> {
    await expect(async () => {
      const shown = await this.textOf(parts);
      for (const text of texts) expect(shown).toContain(text);
    }).toPass();
  }

  async expectGone(...parts: Part[]): Promise<void> {
    await expect(async () => expect(await this.find(parts)).toBeUndefined()).toPass();
  }

  /** Waits until the open cart shows exactly this. @param unsent some lines are on this phone only */
  async expectCart(wanted: Carts, unsent?: 'unsent'): Promise<void> {
    const parts = [this.screen.cart];
    await expect(async () => {
      expect(await this.driver.executeScript(readCarts, await this.get(parts))).toEqual(wanted);
      const isUnsent = (await this.textOf(parts)).includes(this.words.t('cart:state.onThisPhone'));
      expect(isUnsent).toBe(unsent !== undefined);
    }).toPass();
  }

  async shoot(path: string): Promise<void> {
    writeFileSync(path, await this.driver.takeScreenshot(), 'base64');
  }

  private async use(parts: readonly Part[], work: (element: WebElement) => Promise<void>): Promise<void> {
    await expect(async () => {
      const element = await this.get(parts);
      expect(await this.driver.executeAsyncScript(standsStill, element)).toBe(true);
      // WebDriver reports no error for a tap on a disabled button.
      expect(await element.isEnabled()).toBe(true);
      await work(element);
    }).toPass();
  }

  private async textOf(parts: readonly Part[]): Promise<string> {
    const text: string = await this.driver.executeScript(
      'return arguments[0].innerText',
      await this.get(parts),
    );
    return text.replaceAll(/\s+/g, ' ');
  }

  private async get(parts: readonly Part[]): Promise<WebElement> {
    const element = await this.find(parts);
    if (!element)
      throw new Error(`not there: ${parts.map(({ role, name }) => `${role} “${name}”`).join(' › ')}`);
    return element;
  }

  private async find(parts: readonly Part[]): Promise<WebElement | undefined> {
    let within: WebElement | undefined = await this.driver.findElement(By.css('body'));
    for (const { role, name } of parts) {
      const all: WebElement[] = await this.driver.executeScript(rendered, within, candidates[role]);
      within = undefined;
      for (const each of all) {
        const shown = await each.getAccessibleName();
        if (typeof name === 'string' ? shown !== name : !name.test(shown)) continue;
        if ((await each.getAriaRole()) === role) within = each;
        if (within) break;
      }
      if (!within) return undefined;
    }
    return within;
  }
}
