import {
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Response,
} from '@playwright/test';
import { createScreen, type Part, type Screen } from './screen/screen.ts';
import type { ServerProcess } from './table-server.ts';
import { isAtLength, loadWords, type Offered, type Words } from './words.ts';

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** The server that delivers the app. */
type Server = Pick<ServerProcess, 'url'>;

export interface PhoneOptions extends ContextOptions {
  readonly language?: Offered;
  /** The server may deliver the app of version 0.2.0. */
  readonly mayBeOlder?: boolean;
}

/** A phone at a table, and the actions of its diner. Callers name dishes in English, in every language of the phone. */
export class DinerPhone {
  /** How many WebSockets the page has open. */
  liveSockets = 0;
  readonly screen: Screen;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly server: Server,
    readonly words: Words,
    /** Uncaught errors of its pages. */
    readonly errors: string[] = [],
    private readonly mayBeOlder = false,
  ) {
    this.screen = createScreen(words);
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('websocket', (socket) => {
      this.liveSockets += 1;
      socket.on('close', () => {
        this.liveSockets -= 1;
      });
    });
  }

  static async take(browser: Browser, server: Server, options: PhoneOptions = {}) {
    const { language = 'en-US', mayBeOlder, ...rest } = options;
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 1,
      // Playwright cannot emulate a mobile device in Firefox. The viewport and touch work there.
      isMobile: browser.browserType().name() !== 'firefox',
      hasTouch: true,
      // page.route does not see the calls of a service worker, and most tests change answers with it.
      serviceWorkers: 'block',
      // Waiting for animations takes a third of the time. They run at length, and where a test asks for them.
      reducedMotion: isAtLength ? 'no-preference' : 'reduce',
      ...rest,
    });
    const page = await context.newPage();
    return new DinerPhone(context, page, server, await loadWords(language), [], mayBeOlder);
  }

  /** A phone in an open context, for example one that keeps its storage after a restart. */
  static async of(context: BrowserContext, server: Server, language: Offered = 'en-US') {
    return new DinerPhone(context, await context.newPage(), server, await loadWords(language));
  }

  /** Finds a part of the page, or within another part. */
  part({ role, name }: Part, within: Page | Locator = this.page): Locator {
    return within.getByRole(role, { name, exact: true });
  }

  /** Finds a button whose name contains this text; with `exact`, whose name is this text. The next three work alike. */
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

  /** Fills a field. In Firefox it types, because React does not notice a value that Playwright sets there. */
  async fill(field: Locator, text: string): Promise<void> {
    if (this.context.browser()?.browserType().name() !== 'firefox') return await field.fill(text);
    await field.press('ControlOrMeta+a');
    await field.pressSequentially(text);
  }

  /** Opens another tab in the same browser. */
  async anotherTab(): Promise<DinerPhone> {
    const page = await this.context.newPage();
    return new DinerPhone(this.context, page, this.server, this.words, this.errors);
  }

  /** Opens a page of the app in the diner's language. */
  async open(path: string): Promise<void> {
    await this.page.goto(this.server.url + this.words.prefix + path);
  }

  /** Navigates within the app, without loading a document. */
  async goTo(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  }

  /** Hides or shows the page, as when a phone goes into a pocket. */
  async turn(state: 'hidden' | 'visible'): Promise<void> {
    await this.page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  }

  /** Makes the page ask the server for its newest build, as when it becomes visible. */
  async askForNewVersion(): Promise<void> {
    const asked = this.page.waitForResponse('**/builds/latest.json');
    await this.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await asked;
    await this.page.waitForTimeout(200);
  }

  /** Waits until the service worker controls the page. */
  async workerInCharge(): Promise<void> {
    const readWorkerState = () => this.page.evaluate(() => navigator.serviceWorker.controller?.state);
    await expect.poll(readWorkerState, { timeout: 20_000 }).toBe('activated');
  }

  /** The paths of all files in the service worker's caches. */
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

  /** Sits down, and chooses the number of guests if the app asks for it. */
  async sit(table: number, guests = 2, merchant = 1001): Promise<void> {
    await this.scan(`/m/${merchant}/q/${table}`);
    await this.chooseGuestsIfAsked(guests);
  }

  /** Sits down at a table whose number of guests is known. */
  async join(table: number): Promise<void> {
    await this.scan(`/m/1001/q/${table}`);
    await this.expectMenu();
  }

  async chooseGuests(count: number): Promise<void> {
    await this.tapGuests(count);
    await this.expectMenu();
  }

  /** Only the first diner at a table is asked for the number of guests. */
  async chooseGuestsIfAsked(count: number): Promise<void> {
    await this.page.waitForURL(/select-guests|order$/);
    if (this.page.url().includes('select-guests')) {
      // The page leaves by itself when another diner's choice arrives.
      const goesOn = this.page.waitForURL(/order$/);
      await Promise.race([this.tapGuests(count), goesOn]);
    }
    await this.expectMenu();
  }

  private async tapGuests(count: number): Promise<void> {
    await this.part(this.screen.guests(count)).click();
    if (!this.mayBeOlder) return;
    // The page of version 0.2.0 leaves only after another tap.
    await this.tapUntil(this.button(/^Continue with/), () =>
      expect(this.page).toHaveURL(/order$/, { timeout: 1_000 }),
    );
  }

  /** Taps a button that only an older version has. */
  private async tapUntil(button: Locator, expectDone: () => Promise<void>): Promise<void> {
    await expect(async () => {
      if (await button.isVisible()) await button.click({ timeout: 1_000 });
      await expectDone();
    }).toPass();
  }

  async expectMenu(): Promise<void> {
    await expect(this.page).toHaveURL(/\/merchant\/\d+\/order$/);
    await expect(this.part(this.screen.sections)).toBeVisible();
  }

  /** Adds a dish without choices. @param more the dish is in the cart already */
  async addPlain(dish: string, more?: 'more'): Promise<void> {
    await this.part(more ? this.screen.oneMore(dish) : this.screen.addDish(dish)).click();
  }

  /** Adds the first dish, for which the app asks for a name. */
  async addAs(name: string, dish: string): Promise<void> {
    await this.addPlain(dish);
    await this.giveName(name);
  }

  /** Adds the first dish where the server may already know the diner's name. */
  async addFirst(name: string, dish: string): Promise<void> {
    const counter = this.part(this.screen.oneMore(dish));
    await this.addPlain(dish);
    await expect(this.namePopup.or(counter).first()).toBeVisible();
    if (await this.namePopup.isVisible()) await this.giveName(name);
    await expect(counter).toBeVisible();
  }

  /** Adds a dish with its first options. */
  async addWithChoices(dish: string, notes?: string): Promise<void> {
    const sheet = this.part(this.screen.dishSheet(dish));
    await this.part(this.screen.chooseDish(dish)).click();
    await this.chooseRequired(sheet);
    if (notes !== undefined) await this.fill(this.part(this.screen.notes, sheet), notes);
    await this.part(this.screen.addFromSheet, sheet).click();
  }

  /** Resolves with the server's next answer to a change of the cart. */
  changeAnswered(): Promise<Response> {
    return this.context.waitForEvent(
      'response',
      (answer) => answer.url().endsWith('/api/shoppingCart') && answer.request().method() === 'POST',
    );
  }

  /** A message that disappears by itself. */
  toast(text: string): Locator {
    return this.page.locator('output[aria-live]').getByText(text, { exact: true });
  }

  get namePopup(): Locator {
    return this.part(this.screen.namePopup);
  }

  /** Chooses the first option of each required group in a dish's sheet. */
  async chooseRequired(sheet: Locator): Promise<void> {
    await expect(sheet).toBeVisible();
    const groups = sheet.getByRole('group').filter({ hasText: this.words.t('dish:required') });
    for (const group of await groups.all()) await group.locator('input').first().check();
  }

  async giveName(name: string): Promise<void> {
    await this.fill(this.part(this.screen.nameField, this.namePopup), name);
    const save = this.part(this.screen.saveName, this.namePopup);
    // Its text in version 0.2.0.
    const saveInOlder = this.namePopup.getByRole('button', { name: 'Save and go on' });
    await (this.mayBeOlder ? save.or(saveInOlder) : save).click();
    await expect(this.namePopup).toBeHidden();
  }

  /** The bar at the foot of the menu. @param count it must say this number of items */
  cartBar(count?: number): Locator {
    return this.part(this.screen.cartBar(count));
  }

  async openCart(): Promise<void> {
    await this.cartBar().click();
    await expect(this.cart).toBeVisible();
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

  /** The marks of the diner's lines that the server has confirmed. */
  get confirmed(): Locator {
    return this.cart.getByText(this.words.t('cart:state.confirmed'));
  }

  /** Writes notes to the diner's line of a dish that has none yet. */
  async writeNotes(dish: string, text: string): Promise<void> {
    const { t, translateDish } = this.words;
    const line = this.cart.getByRole('listitem').filter({ hasText: translateDish(dish) });
    await line.getByRole('button', { name: t('cart:addNotes') }).click();
    const sheet = this.dialog(t('cart:notesFor', { name: translateDish(dish) }));
    await sheet.getByRole('textbox').fill(text);
    await sheet.getByRole('button', { name: t('cart:saveNotes') }).click();
  }

  /** Clears the diner's lines or the whole table. A diner without a name is then asked for it. */
  async clear(what: 'clearMine' | 'clearTable'): Promise<void> {
    const { t } = this.words;
    await this.cart.getByRole('button', { name: t('cart:clear'), exact: true }).click();
    await this.button(t(`cart:${what}`)).click();
  }

  get review(): Locator {
    return this.part(this.screen.review);
  }

  get placeOrder(): Locator {
    return this.part(this.screen.placeOrder);
  }

  async openReview(): Promise<void> {
    await this.openCart();
    await this.part(this.screen.reviewOrder).click();
  }

  /** Says in the open review what the diner is allergic to. */
  async sayAllergy(text: string): Promise<void> {
    const { t } = this.words;
    await this.review.getByRole('button', { name: t('calling:allergy.add'), exact: true }).click();
    const sheet = this.dialog(t('calling:allergy.title'));
    await sheet.getByLabel(t('calling:allergy.label')).fill(text);
    await sheet.getByRole('button', { name: t('calling:allergy.save'), exact: true }).click();
    await expect(this.review.getByText(text)).toBeVisible();
  }

  /** Places the cart. @param phone the number with which a guest logs in for the order */
  async order(phone?: string): Promise<void> {
    await this.openReview();
    await this.placeOrder.click();
    if (phone !== undefined) await this.logInAndGoOn(phone);
    await this.expectOrdered();
  }

  async expectOrdered(): Promise<void> {
    await expect(this.page).toHaveURL(/\/order-detail\//);
  }

  /** The heading of a round. */
  round(number: number): Locator {
    return this.part(this.screen.round(number));
  }

  async openAccount(): Promise<void> {
    await this.link(this.words.t('menu:account')).click();
  }

  /** The dialog with the people at the table and the activity feed. */
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

  /** Logs in with the code from the demo's inbox. */
  async logIn(phone: string): Promise<void> {
    await this.logInAndGoOn(phone);
    await this.completeLater();
  }

  /** Logs in while placing an order, which the member form does not interrupt. */
  async logInAndGoOn(phone: string): Promise<void> {
    await this.fillLogin(this.loginPopup, phone);
    // Version 0.2.0 waits for a tap after the last digit of the code.
    const goOn = this.loginPopup.getByRole('button', { name: 'Order now', exact: true });
    if (this.mayBeOlder)
      await this.tapUntil(goOn, () => expect(this.loginPopup).toBeHidden({ timeout: 1_000 }));
    await expect(this.loginPopup).toBeHidden();
  }

  async logInOnAccount(phone: string): Promise<void> {
    await this.openAccount();
    await this.button(this.words.t('member:account.logIn')).click();
    await this.logIn(phone);
  }

  async logInOnPage(phone: string): Promise<void> {
    await this.open('/merchant/1001/login');
    await this.fillLoginOnPage(phone);
    await this.completeLater();
  }

  async fillLoginOnPage(phone: string): Promise<void> {
    await this.fillLogin(this.page.getByRole('main'), phone);
  }

  /** The last digit of the code submits. */
  private async fillLogin(form: Locator, phone: string): Promise<void> {
    const { phoneField, getCode, codeField } = this.screen;
    await this.fill(this.part(phoneField, form), phone);
    await this.part(getCode, form).click();
    await this.fill(this.part(codeField, form), await this.codeFor(phone.replaceAll('-', '')));
  }

  get becomePopup(): Locator {
    return this.part(this.screen.becomePopup);
  }

  /** Closes the form in which a new member completes their profile. */
  async completeLater(): Promise<void> {
    await this.part(this.screen.close, this.becomePopup).click();
    await expect(this.becomePopup).toBeHidden();
  }

  /** Fills in a member's profile, with today as the birthday. */
  async fillMember(form: Page | Locator, firstName: string, mail: string): Promise<void> {
    const { t, like } = this.words;
    await form.getByLabel(t('member:form.firstName')).fill(firstName);
    await form.getByLabel(t('member:form.lastName')).fill('Lin');
    await form.getByRole('button', { name: like(t('member:form.noBirthday')) }).click();
    await this.dialog(t('member:form.birthday'))
      .getByRole('button', { name: like(t('member:form.choose', { day: '' }).trim()) })
      .click();
    await form.getByLabel(t('member:form.mail')).fill(mail);
  }

  /** The newest code that was sent to a phone number or a table. */
  codeFor(recipient: string): Promise<string> {
    return readCode(this.server, recipient);
  }
}

/** Reads the newest code for a phone number or a table from the demo's inbox. */
export async function readCode({ url }: Server, recipient: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const answer = await fetch(`${url}/demo/inbox.json?recipient=${encodeURIComponent(recipient)}`);
    const [newest] = (await answer.json()) as { code: string }[];
    code = newest?.code ?? '';
    expect(code).not.toBe('');
  }).toPass();
  return code;
}
