import { expect, type Locator, type Page } from '@playwright/test';
import type { DinerPhone } from '../diner.ts';
import { staffPassword, type ServerProcess } from '../table-server.ts';

type View = 'orders' | 'tables' | 'kitchen' | 'menu';
type OwnersPage = 'menu' | 'numbers' | 'house' | 'till' | 'printers' | 'connections' | 'chain';

/** A device with the staff's pages, and the actions of the person at it. */
export class StaffScreen {
  private taps = 0;

  constructor(
    readonly device: DinerPhone,
    private readonly server: Pick<ServerProcess, 'url'>,
  ) {}

  get page(): Page {
    return this.device.page;
  }

  get t() {
    return this.device.words.t;
  }

  named(english: string): string {
    return this.device.words.translateDish(english);
  }

  like(text: string): RegExp {
    return this.device.words.like(text);
  }

  /** "2 × Beef noodles", from the English name. */
  pieces(quantity: number, english: string): string {
    return this.device.words.pieces(quantity, english);
  }

  async logIn(person: string): Promise<void> {
    await this.page.goto(`${this.server.url}${this.device.words.prefix}/staff`);
    await this.enterLogin(person, staffPassword);
    await expect(this.page.getByText(this.t('staff:live'), { exact: true })).toBeVisible();
  }

  async enterLogin(person: string, password: string): Promise<void> {
    const { page, t } = this;
    await page.getByLabel(t('staff:login.person')).fill(person);
    await page.getByLabel(t('staff:login.password')).fill(password);
    await page.getByRole('button', { name: t('staff:login.submit') }).click();
  }

  /** Goes from the staff's page to one of the owner's. */
  async openOwners(page: OwnersPage): Promise<void> {
    await this.link(this.t('staff:owner')).click();
    await this.link(this.t(`owner:pages.${page}`)).click();
  }

  /** Shows a view. That of the tables shows the free ones, too. */
  async show(view: View): Promise<void> {
    const { page, t } = this;
    await page.getByRole('radio', { name: t(`staff:views.${view}`), exact: true }).check();
    if (view === 'tables')
      await page.getByRole('radio', { name: t('staff:tables.filters.all'), exact: true }).check();
  }

  /** On a phone, goes back from a table to the list of all. */
  async showList(): Promise<void> {
    await expect(this.sheet).toBeHidden();
    const back = this.button(this.t('staff:tables.back'));
    if (await back.isVisible()) await back.click();
  }

  /** A table's card on the board and on the kitchen's screen. */
  card(table: string): Locator {
    const heading = this.page.getByRole('heading', { name: this.t('staff:orders.table', { name: table }) });
    return this.page.getByRole('listitem').filter({ has: heading });
  }

  /** A table in the list. */
  tile(table: string): Locator {
    const { like } = this.device.words;
    const name = this.t('staff:tables.manage', { name: table });
    return this.page.getByRole('button', { name: new RegExp(String.raw`${like(name).source}(?!\d)`) });
  }

  /** The button of a dish on a card that opens its actions, by the dish's English name. */
  dish(table: string, name: string): Locator {
    const { like, translateDish } = this.device.words;
    return this.card(table)
      .getByRole('button', { name: like(translateDish(name)) })
      .and(this.page.locator('[aria-haspopup]'));
  }

  /** The page of the chosen table. */
  get detail(): Locator {
    return this.page.locator('section[aria-labelledby=chosen-table]');
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog');
  }

  button(name: string, within: Locator | Page = this.page): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  link(name: string): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }

  /** The bar that shows the last action. */
  get bar(): Locator {
    return this.page.getByRole('region', { name: this.t('staff:acts.bar') });
  }

  get undo(): Locator {
    return this.bar.getByRole('button', { name: this.t('staff:acts.undo') });
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.click();
  }

  /** Checks that the steps take at most this number of taps. */
  async within(most: number, steps: () => Promise<void>): Promise<void> {
    this.taps = 0;
    await steps();
    expect(this.taps, 'taps').toBeLessThanOrEqual(most);
  }
}
