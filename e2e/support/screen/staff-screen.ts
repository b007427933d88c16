import { expect, type Locator, type Page } from '@playwright/test';
import type { DinerPhone } from '../diner.ts';
import type { ServerProcess } from '../table-server.ts';

type View = 'orders' | 'tables' | 'kitchen' | 'menu';

/** A device of the restaurant with its staff page, and whoever works at it. */
export class StaffScreen {
  private taps = 0;

  constructor(
    private readonly device: DinerPhone,
    private readonly server: Pick<ServerProcess, 'url'>,
  ) {}

  get page(): Page {
    return this.device.page;
  }

  get t() {
    return this.device.words.t;
  }

  named(english: string): string {
    return this.device.words.named(english);
  }

  like(text: string): RegExp {
    return this.device.words.like(text);
  }

  /** "2 × Beef noodles", by its English name. */
  pieces(quantity: number, english: string): string {
    return this.t('staff:dish.pieces', { quantity, name: this.named(english) });
  }

  async logIn(person: string, password: string): Promise<void> {
    const { page, t, device } = this;
    await page.goto(`${this.server.url}${device.words.prefix}/staff`);
    await page.getByLabel(t('staff:login.person')).fill(person);
    await page.getByLabel(t('staff:login.password')).fill(password);
    await page.getByRole('button', { name: t('staff:login.submit') }).click();
    await expect(page.getByText(t('staff:live'), { exact: true })).toBeVisible();
  }

  async show(view: View): Promise<void> {
    await this.page.getByRole('radio', { name: this.t(`staff:views.${view}`) }).check();
  }

  /** A table's card on the board and on the kitchen's screen. */
  card(table: string): Locator {
    const heading = this.page.getByRole('heading', { name: this.t('staff:orders.table', { name: table }) });
    return this.page.getByRole('listitem').filter({ has: heading });
  }

  /** A table on the floor. */
  tile(table: string): Locator {
    const { like } = this.device.words;
    const name = this.t('staff:tables.manage', { name: table });
    return this.page.getByRole('button', { name: new RegExp(String.raw`${like(name).source}(?!\d)`) });
  }

  /** A dish on a card, by its English name, where it opens what can be done about it. */
  dish(table: string, name: string): Locator {
    const { like, named } = this.device.words;
    return this.card(table)
      .getByRole('button', { name: like(named(name)) })
      .and(this.page.locator('[aria-haspopup]'));
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog');
  }

  button(name: string, within: Locator | Page = this.page): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  /** What was done last. */
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

  /** What so many taps do, and no more. */
  async within(most: number, steps: () => Promise<void>): Promise<void> {
    this.taps = 0;
    await steps();
    expect(this.taps, 'taps').toBeLessThanOrEqual(most);
  }
}
