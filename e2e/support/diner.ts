import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { screenIn, type Part, type Screen } from './screen/screen.ts';
import type { ServerProcess } from './table-server.ts';
import { isAtLength, wordsIn, type Offered, type Words } from './words.ts';

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** Where the phone finds its app. */
type Server = Pick<ServerProcess, 'url'>;

export interface PhoneOptions extends ContextOptions {
  readonly language?: Offered;
}

/** One phone at the table, and what its diner does with it. */
export class DinerPhone {
  /** Open WebSockets of the page. */
  liveSockets = 0;
  /** The parts of its pages. */
  readonly screen: Screen;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly server: Server,
    readonly words: Words,
    /** What went wrong in its pages without anybody seeing it. */
    readonly errors: string[] = [],
  ) {
    this.screen = screenIn(words);
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('websocket', (socket) => {
      this.liveSockets += 1;
      socket.on('close', () => {
        this.liveSockets -= 1;
      });
    });
  }

  static async take(browser: Browser, server: Server, { language = 'en-US', ...options }: PhoneOptions = {}) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 1,
      // Firefox has no phone to play: its pages are as narrow, and know fingers.
      isMobile: browser.browserType().name() !== 'firefox',
      hasTouch: true,
      // A worker's own calls pass by page.route, with which most journeys bend what the network brings.
      serviceWorkers: 'block',
      // Waiting for sheets to come to rest takes a third of a journey; at length, and in the journey of all, they move.
      reducedMotion: isAtLength ? 'no-preference' : 'reduce',
      ...options,
    });
    return new DinerPhone(context, await context.newPage(), server, await wordsIn(language));
  }

  /** A phone whose browser keeps its storage over a restart. */
  static async of(context: BrowserContext, server: Server, language: Offered = 'en-US') {
    return new DinerPhone(context, await context.newPage(), server, await wordsIn(language));
  }

  /** That part of the page, or of a part of it. */
  part({ role, name }: Part, within: Page | Locator = this.page): Locator {
    return within.getByRole(role, { name, exact: true });
  }

  /** What has a name like this; by `exact` no longer one. */
  button(name: Part['name'], exact?: 'exact'): Locator {
    return this.page.getByRole('button', { name, exact: exact !== undefined });
  }

  link(name: Part['name'], exact?: 'exact'): Locator {
    return this.page.getByRole('link', { name, exact: exact !== undefined });
  }

  heading(name: Part['name'], exact?: 'exact'): Locator {
    return this.page.getByRole('heading', { name, exact: exact !== undefined });
  }

  dialog(name: Part['name'], exact?: 'exact'): Locator {
    return this.page.getByRole('dialog', { name, exact: exact !== undefined });
  }

  alert(name: Part['name']): Locator {
    return this.page.getByRole('alertdialog', { name });
  }

  /** Fills a field. What Playwright itself fills in Firefox is set behind React's back, and gone with the next rendering. */
  async fill(field: Locator, text: string): Promise<void> {
    if (this.context.browser()?.browserType().name() !== 'firefox') return await field.fill(text);
    await field.press('ControlOrMeta+a');
    await field.pressSequentially(text);
  }

  /** A second tab of the same browser. */
  async anotherTab(): Promise<DinerPhone> {
    const page = await this.context.newPage();
    return new DinerPhone(this.context, page, this.server, this.words, this.errors);
  }

  /** Opens a page of the app in the diner's language. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.server.url + this.words.prefix + path);
  }

  /** Goes on to a page within the app. */
  async goTo(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  }

  /** The phone is put away, or taken up again. */
  async turn(state: 'hidden' | 'visible'): Promise<void> {
    await this.page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }

  /** From now on the service worker answers. */
  async workerInCharge(): Promise<void> {
    const state = () => this.page.evaluate(() => navigator.serviceWorker.controller?.state);
    await expect.poll(state, { timeout: 20_000 }).toBe('activated');
  }

  /** The paths of what the service worker keeps. */
  async cachedFiles(): Promise<string[]> {
    return await this.page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  }

  /** Opens the address of the table's QR code. */
  async scan(path = '/m/1001/q/1'): Promise<void> {
    await this.open(path);
  }

  /** Sits down, and says how many they are where nobody has yet. */
  async sit(table: number, guests = 2, merchant = 1001): Promise<void> {
    await this.scan(`/m/${merchant}/q/${table}`);
    await this.chooseGuestsIfAsked(guests);
  }

  /** Sits down where somebody has said how many they are. */
  async join(table: number): Promise<void> {
    await this.scan(`/m/1001/q/${table}`);
    await this.expectMenu();
  }

  async chooseGuests(count: number): Promise<void> {
    await this.part(this.screen.guests(count)).click();
    await this.expectMenu();
  }

  /** The first at a table says how many they are; the others go straight to the menu. */
  async chooseGuestsIfAsked(count: number): Promise<void> {
    await this.page.waitForURL(/select-guests|order$/);
    if (this.page.url().includes('select-guests')) {
      // The page goes on by itself when somebody else's choice comes in.
      const goesOn = this.page.waitForURL(/order$/);
      await Promise.race([this.part(this.screen.guests(count)).click(), goesOn]);
    }
    await this.expectMenu();
  }

  async expectMenu(): Promise<void> {
    await expect(this.page).toHaveURL(/\/merchant\/\d+\/order$/);
    await expect(this.part(this.screen.sections)).toBeVisible();
  }

  /** @param dish by its English name, like everywhere below; `more`: it is in the cart already */
  async addPlain(dish: string, more?: 'more'): Promise<void> {
    await this.part(more ? this.screen.oneMore(dish) : this.screen.addDish(dish)).click();
  }

  /** The first dish, before which a name is asked for. */
  async addAs(name: string, dish: string): Promise<void> {
    await this.addPlain(dish);
    await this.giveName(name);
  }

  /** What is said in passing. */
  toast(text: string): Locator {
    return this.page.locator('output[aria-live]').getByText(text, { exact: true });
  }

  get namePopup(): Locator {
    return this.part(this.screen.namePopup);
  }

  /** In a dish's sheet: the first of the choices that must be made. */
  async chooseRequired(sheet: Locator): Promise<void> {
    await expect(sheet).toBeVisible();
    const groups = sheet.getByRole('group').filter({ hasText: this.words.t('dish:required') });
    for (const group of await groups.all()) await group.locator('input').first().check();
  }

  async giveName(name: string): Promise<void> {
    await this.fill(this.part(this.screen.nameField, this.namePopup), name);
    await this.part(this.screen.saveName, this.namePopup).click();
    await expect(this.namePopup).toBeHidden();
  }

  /** The bar at the foot of the menu; with `count`: only if it speaks of so many items. */
  cartBar(count?: number): Locator {
    return this.part(this.screen.cartBar(count));
  }

  async openCart(): Promise<void> {
    await this.cartBar().click();
    await expect(this.cart).toBeVisible();
  }

  /** The cart of an order without a table has another name. */
  async openOwnCart(): Promise<void> {
    await this.cartBar().click();
    await expect(this.part(this.screen.ownCart)).toBeVisible();
  }

  get cart(): Locator {
    return this.part(this.screen.cart);
  }

  async closeCart(): Promise<void> {
    await this.part(this.screen.close, this.cart).click();
    await expect(this.cart).toBeHidden();
  }

  /** The lines of one diner in the cart. */
  linesOf(name: string): Locator {
    return this.cart.getByRole('region', { name: new RegExp(name) });
  }

  /** The own lines that the server has. */
  get confirmed(): Locator {
    return this.cart.getByText(this.words.t('cart:state.confirmed'));
  }

  /** Writes notes to the own line of a dish, which has none. */
  async writeNotes(dish: string, text: string): Promise<void> {
    const { t, named } = this.words;
    const line = this.cart.getByRole('listitem').filter({ hasText: named(dish) });
    await line.getByRole('button', { name: t('cart:addNotes') }).click();
    const sheet = this.dialog(t('cart:notesFor', { name: named(dish) }));
    await sheet.getByRole('textbox').fill(text);
    await sheet.getByRole('button', { name: t('cart:saveNotes') }).click();
  }

  /** Clears the own lines, or all of the table; who has no name yet is asked for it then. */
  async clear(what: 'clearMine' | 'clearTable'): Promise<void> {
    const { t } = this.words;
    await this.cart.getByRole('button', { name: t('cart:clear'), exact: true }).click();
    await this.button(t(`cart:${what}`)).click();
  }

  get review(): Locator {
    return this.part(this.screen.review);
  }

  /** The button that places the order. */
  get placeOrder(): Locator {
    return this.part(this.screen.placeOrder);
  }

  async openReview(): Promise<void> {
    await this.openCart();
    await this.part(this.screen.reviewOrder).click();
  }

  async expectOrdered(): Promise<void> {
    await expect(this.page).toHaveURL(/\/order-detail\//);
  }

  /** The title of an order's round. */
  round(number: number): Locator {
    return this.part(this.screen.round(number));
  }

  async openAccount(): Promise<void> {
    await this.link(this.words.t('menu:account')).click();
  }

  /** Who is at the table, and what happened. */
  get table(): Locator {
    return this.page.getByRole('dialog', { name: this.words.t('together:title') });
  }

  async openTable(): Promise<void> {
    const { t, like } = this.words;
    await this.page.getByRole('button', { name: like(t('together:open', { names: '' }).trim()) }).click();
    await expect(this.table).toBeVisible();
  }

  async closeTable(): Promise<void> {
    await this.part(this.screen.close, this.table).click();
    await expect(this.table).toBeHidden();
  }

  get loginPopup(): Locator {
    return this.part(this.screen.loginPopup);
  }

  /** Logs in with the code that the demo shows in its inbox. */
  async logIn(phone: string): Promise<void> {
    await this.logInAndGoOn(phone);
    await this.completeLater();
  }

  /** The same while an order is being placed: the question for the rest comes once its page is left. */
  async logInAndGoOn(phone: string): Promise<void> {
    await this.fillLogin(this.loginPopup, phone);
    await expect(this.loginPopup).toBeHidden();
  }

  /** The same on the login page. */
  async logInOnPage(phone: string): Promise<void> {
    await this.open('/merchant/1001/login');
    await this.fillLoginOnPage(phone);
    await this.completeLater();
  }

  async fillLoginOnPage(phone: string): Promise<void> {
    await this.fillLogin(this.page.getByRole('main'), phone);
  }

  private async fillLogin(form: Locator, phone: string): Promise<void> {
    const { phoneField, getCode, codeField, logIn } = this.screen;
    await this.fill(this.part(phoneField, form), phone);
    await this.part(getCode, form).click();
    await this.fill(this.part(codeField, form), await this.codeFor(phone.replaceAll('-', '')));
    await this.part(logIn, form).click();
  }

  get becomePopup(): Locator {
    return this.part(this.screen.becomePopup);
  }

  /** A new member is asked for the rest, and may do that later. */
  async completeLater(): Promise<void> {
    await this.part(this.screen.close, this.becomePopup).click();
    await expect(this.becomePopup).toBeHidden();
  }

  /** The newest code that was sent to a phone number or for a table. */
  codeFor(recipient: string): Promise<string> {
    return codeFor(this.server, recipient);
  }
}

/** The newest code that the demo's inbox has for a phone number or a table. */
export async function codeFor({ url }: Server, recipient: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const answer = await fetch(`${url}/demo/inbox.json?recipient=${encodeURIComponent(recipient)}`);
    const [newest] = (await answer.json()) as { code: string }[];
    code = newest?.code ?? '';
    expect(code).not.toBe('');
  }).toPass();
  return code;
}
