import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { By } from 'selenium-webdriver';
import { screenIn, type Screen } from '../support/screen/screen.ts';
import type { Words } from '../support/words.ts';
import { PagePart } from './page-part.ts';
import { collectErrors, errorsSoFar, isPageAtRest, readCart, wordsInSight } from './page-scripts.ts';
import { until, usual, within } from './patience.ts';
import type { PhoneLine } from './phone-line.ts';
import type { WebKitSession } from './webkit-session.ts';

/** Pictures for people to look at; the folder is not under version control. */
const folder = 'e2e/shots';

/** ms that a picture waits for the page to come to rest. */
const restTime = 3_000;
/** ms until what the page says is also painted, on a machine without a graphics card. */
const paintTime = 150;

/** What a phone shows in its cart: pieces by dish by diner. */
export type ShownCart = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** One WebKit phone at the table, and what its diner does with it. */
export class WebKitPhone extends PagePart {
  /** Of pages and tabs that were left. */
  private readonly errors: string[] = [];
  readonly screen: Screen;

  constructor(
    readonly diner: string,
    readonly words: Words,
    private readonly session: WebKitSession,
    readonly line: PhoneLine,
  ) {
    super(`${diner}’s page`, async () => (await session.driver.findElements(By.css('body')))[0]);
    this.screen = screenIn(words);
  }

  get driver() {
    return this.session.driver;
  }

  /** Opens the address of a table's QR code. */
  async scan(path: string): Promise<void> {
    await this.driver.get(this.line.url + path);
    await this.listenForErrors();
  }

  async chooseGuests(count: number): Promise<void> {
    await this.part(this.screen.guests(count)).tap();
    await this.expectMenu();
  }

  async expectMenu(): Promise<void> {
    await this.expectPath(/^\/merchant\/\d+\/order$/);
    await this.part(this.screen.sections).get();
  }

  async expectPath(wanted: RegExp): Promise<void> {
    await until(`${this.diner} to be at ${String(wanted)}`, async () =>
      wanted.test(new URL(await this.driver.getCurrentUrl()).pathname),
    );
  }

  async add(dish: string): Promise<void> {
    await this.part(this.screen.addDish(dish)).tap();
  }

  async giveName(name: string): Promise<void> {
    const popup = this.part(this.screen.namePopup);
    await popup.part(this.screen.nameField).fill(name);
    await popup.part(this.screen.saveName).tap();
    await popup.isGone();
  }

  /** Waits for the bar that says how many pieces the table has. */
  async expectPieces(count: number, ms = usual): Promise<void> {
    await this.part(this.screen.cartBar(count)).get(ms);
  }

  get cart(): PagePart {
    return this.part(this.screen.cart);
  }

  async openCart(): Promise<void> {
    await this.part(this.screen.cartBar()).tap();
    await this.cart.get();
  }

  async closeCart(): Promise<void> {
    await this.cart.part(this.screen.close).tap();
    await this.cart.isGone();
  }

  /** Waits until the open cart shows exactly this. */
  async expectCart(wanted: ShownCart, ms = usual): Promise<void> {
    let shown: unknown;
    await until(
      `${this.diner}’s cart to show ${JSON.stringify(wanted)}`,
      async () => {
        shown = await this.driver.executeScript(readCart, await this.cart.get());
        return isDeepStrictEqual(shown, wanted);
      },
      ms,
    ).catch((error: unknown) => {
      throw new Error(`${(error as Error).message}; it shows ${JSON.stringify(shown)}`, { cause: error });
    });
  }

  /** Logs a new member in, with the code that the demo shows in its inbox. */
  async logIn(phone: string, codeFor: (recipient: string) => Promise<string>): Promise<void> {
    const popup = this.part(this.screen.loginPopup);
    await popup.part(this.screen.phoneField).fill(phone);
    await popup.part(this.screen.getCode).tap();
    const code = await codeFor(phone.replaceAll('-', ''));
    await popup.part(this.screen.codeField).fill(code);
    await popup.part(this.screen.logIn).tap();
    await popup.isGone();
  }

  async reload(): Promise<void> {
    await this.uncaught();
    await this.driver.navigate().refresh();
    await this.listenForErrors();
  }

  /** Opens a second tab in front; gives what brings the first one to the front again, and then what closes the second. */
  async openTab(): Promise<{ leave(): Promise<void>; close(): Promise<void> }> {
    await this.uncaught();
    const first = await this.driver.getWindowHandle();
    await this.driver.switchTo().newWindow('tab');
    const second = await this.driver.getWindowHandle();
    const leave = async () => {
      await this.uncaught();
      await this.driver.switchTo().window(first);
    };
    const close = async () => {
      await this.driver.switchTo().window(second);
      await this.uncaught();
      await this.driver.close();
      await this.driver.switchTo().window(first);
    };
    return { leave, close };
  }

  /** Takes a picture: `webkit-NN-step.ann.png`; gives its path. */
  async shoot(step: string): Promise<string> {
    // A page that does not come to rest is worth a picture too.
    const rest = until(
      'rest',
      async () => (await this.driver.executeScript(isPageAtRest)) === true,
      restTime,
    );
    await within(2 * restTime, 'rest', rest).catch(() => undefined);
    await pause(paintTime);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `webkit-${step}.${this.diner.toLowerCase()}.png`);
    const picture = await within(15_000, 'the screenshot', this.driver.takeScreenshot());
    writeFileSync(path, picture, 'base64');
    return path;
  }

  /** The words that can be seen without scrolling, a line for each piece of text. */
  async textInSight(): Promise<string> {
    return String(await this.driver.executeScript(wordsInSight));
  }

  /** What was thrown in this phone’s pages and caught by nobody. */
  async uncaught(): Promise<readonly string[]> {
    const here = await this.driver.executeScript(errorsSoFar);
    this.errors.push(...(here as string[]));
    return this.errors;
  }

  private async listenForErrors(): Promise<void> {
    await this.driver.executeScript(collectErrors);
  }
}
