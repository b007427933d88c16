import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { ServerProcess } from './table-server.ts';

/** One phone at the table, and what its diner does with it. */
export class DinerPhone {
  /** What went wrong in the page without anybody seeing it. */
  readonly errors: string[] = [];
  /** Open WebSockets of the page. */
  liveSockets = 0;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly server: ServerProcess,
  ) {
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('websocket', (socket) => {
      this.liveSockets += 1;
      socket.on('close', () => {
        this.liveSockets -= 1;
      });
    });
  }

  static async take(
    browser: Browser,
    server: ServerProcess,
    options: Parameters<Browser['newContext']>[0] = {},
  ) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      ...options,
    });
    return new DinerPhone(context, await context.newPage(), server);
  }

  /** A second tab of the same browser. */
  async anotherTab(): Promise<DinerPhone> {
    return new DinerPhone(this.context, await this.context.newPage(), this.server);
  }

  /** Opens the address of the table's QR code. */
  async scan(path = '/m/1001/q/1'): Promise<void> {
    await this.page.goto(this.server.url + path);
  }

  async chooseGuests(count: number): Promise<void> {
    await this.page.getByRole('radio', { name: new RegExp(`^${count} guests?$`) }).check();
    await this.page.getByRole('button', { name: 'Continue' }).click();
    await this.expectMenu();
  }

  /** The first at a table says how many they are; the others go straight to the menu. */
  async chooseGuestsIfAsked(count: number): Promise<void> {
    await this.page.waitForURL(/select-guests|order$/);
    if (this.page.url().includes('select-guests')) await this.chooseGuests(count);
    else await this.expectMenu();
  }

  async expectMenu(): Promise<void> {
    await expect(this.page).toHaveURL(/\/merchant\/\d+\/order$/);
    await expect(this.page.getByRole('navigation', { name: 'Menu sections' })).toBeVisible();
  }

  async giveName(name: string): Promise<void> {
    const popup = this.page.getByRole('dialog', { name: 'What is your name?' });
    await popup.getByLabel('First name').fill(name);
    await popup.getByRole('button', { name: 'Save and go on' }).click();
    await expect(popup).toBeHidden();
  }

  async openCart(): Promise<void> {
    await this.page.getByRole('button', { name: /View cart/ }).click();
    await expect(this.cart).toBeVisible();
  }

  /** The cart of an order without a table has another name. */
  async openCartAs(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /View cart/ }).click();
    await expect(this.page.getByRole('dialog', { name })).toBeVisible();
  }

  get cart() {
    return this.page.getByRole('dialog', { name: 'Your table’s cart' });
  }

  async closeCart(): Promise<void> {
    await this.cart.getByRole('button', { name: 'Close' }).click();
    await expect(this.cart).toBeHidden();
  }

  /** Logs in with the code that the demo shows in its inbox. */
  async logIn(phone: string): Promise<void> {
    await this.logInAndGoOn(phone);
    await this.completeLater();
  }

  /** The same where the app is not done yet: what is placed comes before the question for the rest. */
  async logInAndGoOn(phone: string): Promise<void> {
    const popup = this.page.getByRole('dialog', { name: /Log in|Welcome/ });
    await this.fillLogin(popup, phone);
    await expect(popup).toBeHidden();
  }

  /** The same on the login page. */
  async logInOnPage(phone: string): Promise<void> {
    await this.fillLoginOnPage(phone);
    await this.completeLater();
  }

  async fillLoginOnPage(phone: string): Promise<void> {
    await this.fillLogin(this.page.getByRole('main'), phone);
  }

  private async fillLogin(form: Locator, phone: string): Promise<void> {
    await form.getByLabel('Phone number').fill(phone);
    await form.getByRole('button', { name: 'Get code' }).click();
    await form.getByLabel('6-digit code').fill(await this.codeFor(phone.replaceAll('-', '')));
    await form.getByRole('button', { name: 'Order now' }).click();
  }

  /** A new member is asked for the rest, and may do that later. */
  async completeLater(): Promise<void> {
    const become = this.page.getByRole('dialog', { name: 'Become a member' });
    await become.getByRole('button', { name: 'Close' }).click();
    await expect(become).toBeHidden();
  }

  /** The newest code that was sent to a phone number or for a table. */
  async codeFor(recipient: string): Promise<string> {
    let code = '';
    await expect(async () => {
      const answer = await fetch(
        `${this.server.url}/demo/inbox.json?recipient=${encodeURIComponent(recipient)}`,
      );
      const [newest] = (await answer.json()) as { code: string }[];
      code = newest?.code ?? '';
      expect(code).not.toBe('');
    }).toPass();
    return code;
  }
}
