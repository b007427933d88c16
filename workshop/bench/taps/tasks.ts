/** How many taps a diner needs for what diners do, counted in the browser; keystrokes are counted apart. */
import { existsSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { startPaymentPage } from '#tests/payments/payment-page.ts';
import { openChromium } from '../../../e2e/film/chromium.ts';
import { DinerPhone } from '../../../e2e/support/diner.ts';
import { startTableServer, type ServerProcess } from '../../../e2e/support/table-server.ts';
import { StaffScreen } from '../../../e2e/support/screen/staff-screen.ts';
import { desk } from '../../../e2e/support/words.ts';
import type { Table } from '../table.ts';

interface Count {
  taps: number;
  keys: number;
}

interface Task extends Readonly<Count> {
  readonly name: string;
  readonly from: string;
  readonly most: number;
}

const dish = { plain: 'Soy-Braised Eggs', other: 'Smashed Cucumber', choices: 'Braised Beef Noodle Soup' };
const password = 'a password of this bench';
const secret = 'what the restaurant and its page share';

export async function run(): Promise<readonly Table[]> {
  if (!existsSync('dist/index.html')) throw new Error('there is no built app: run "npx vite build"');
  const { browser, close } = await openChromium();
  const payments = await startPaymentPage(secret);
  const server = await startTableServer({
    ALLOWED_SITES: payments.url,
    PAYMENT_SECRETS: JSON.stringify({ 1001: secret }),
    STAFF_PASSWORD: password,
  });
  try {
    await server.inDatabase(
      "UPDATE merchants SET body = json_set(body, '$.paymentPage', ?) WHERE id = '1001'",
      payments.url,
    );
    const tasks = await walk(browser, server);
    const over = tasks.filter(({ taps, most }) => taps > most).map(({ name, taps }) => `${name}: ${taps}`);
    if (over.length > 0) throw new Error(`more taps than allowed: ${over.join('; ')}`);
    return [asTable(tasks)];
  } finally {
    await close();
    await server.stop();
    await payments.close();
  }
}

/** A phone, and what its diner has done on it so far. */
async function counted(
  browser: Browser,
  server: ServerProcess,
): Promise<{ phone: DinerPhone; count: Count }> {
  const phone = await DinerPhone.take(browser, server, { reducedMotion: 'reduce' });
  const count = { taps: 0, keys: 0 };
  await phone.context.exposeBinding('did', (_source, what: keyof Count, times: number) => {
    count[what] += times;
  });
  await phone.context.addInitScript(() => {
    const { did } = globalThis as unknown as { did(what: keyof Count, times: number): void };
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && did('taps', 1), true);
    addEventListener(
      'input',
      (event) => event instanceof InputEvent && did('keys', event.data?.length ?? 1),
      true,
    );
  });
  return { phone, count };
}

async function walk(browser: Browser, server: ServerProcess): Promise<Task[]> {
  const tasks: Task[] = [];
  const taskOf =
    (count: Count): Measure =>
    async (name, from, most, act) => {
      const before = { ...count };
      await act();
      tasks.push({ name, from, most, taps: count.taps - before.taps, keys: count.keys - before.keys });
    };
  const ann = await counted(browser, server);
  const mei = await counted(browser, server);
  // A call is offered only where somebody would see it.
  await new StaffScreen(await DinerPhone.take(browser, server, desk), server).logIn('Wei', password);
  await sitting(ann.phone, taskOf(ann.count), mei.phone, taskOf(mei.count));
  await choosing(ann.phone, taskOf(ann.count));
  await ordering(ann.phone, taskOf(ann.count));
  await afterwards(ann.phone, taskOf(ann.count), server);
  return tasks;
}

/** @param most taps that the task may take */
type Measure = (name: string, from: string, most: number, act: () => Promise<unknown>) => Promise<void>;

async function sitting(ann: DinerPhone, task: Measure, mei: DinerPhone, taskOfMei: Measure): Promise<void> {
  await task('First plain dish, first at the table', 'the scan', 3, async () => {
    await ann.sit(1, 2);
    await ann.addAs('Ann', dish.plain);
    await ann.cartBar(1).waitFor();
  });
  await taskOfMei('First plain dish, later at the table', 'the scan', 2, async () => {
    await mei.join(1);
    await mei.addAs('Mei', dish.other);
    await mei.cartBar(2).waitFor();
  });
}

async function choosing(ann: DinerPhone, task: Measure): Promise<void> {
  const { t, like, named } = ann.words;
  const name = named(dish.choices);
  const sheet = ann.dialog(name);
  const addFromSheet = sheet.getByRole('button', { name: like(t('dish:addFor', { price: '' }).trim()) });
  await task('A dish with three choices to be made', 'the menu', 5, async () => {
    await ann.button(t('menu:chooseDish', { name })).click();
    await ann.chooseRequired(sheet);
    await addFromSheet.click();
    await ann.cartBar(3).waitFor();
  });
  await task('The same again', 'the menu', 2, async () => {
    await ann.button(t('menu:moreOf', { name })).click();
    await sheet.getByRole('button', { name: t('dish:again.action') }).click();
    await ann.cartBar(4).waitFor();
  });
  await task('The same in another way, one choice changed', 'the menu', 3, async () => {
    await ann.button(t('menu:moreOf', { name })).click();
    await sheet.getByRole('radio', { checked: false }).first().check();
    await addFromSheet.click();
    await ann.cartBar(5).waitFor();
  });
  await task('A note for the kitchen', 'the menu', 3, async () => {
    await ann.openCart();
    await ann.writeNotes(dish.plain, 'warm');
    await ann.cart.getByText('warm').waitFor();
  });
  await ann.closeCart();
  await task('A dish taken out', 'the menu', 1, async () => {
    await ann.button(t('menu:remove', { name: named(dish.plain) })).click();
    await ann.cartBar(4).waitFor();
  });
  await task('A dish searched for', 'the menu', 2, async () => {
    await ann.link(t('menu:search.open')).click();
    await ann.fill(ann.page.getByRole('searchbox'), 'eggs');
    await ann.addPlain(dish.plain);
    await ann.cartBar(5).waitFor();
  });
  await ann.page.goBack();
  await task('The other language', 'the menu', 1, async () => {
    await ann.link(t('common:languages.zh-TW')).click();
    await ann.page.waitForURL(/\/zh-tw\//);
  });
  await ann.open('/merchant/1001/order');
  await task('Larger text', 'the menu', 2, async () => {
    await ann.button(t('menu:look')).click();
    await ann.part({ role: 'radio', name: t('member:account.textSizes.large') }).check();
  });
}

/** Who orders has logged in before. */
async function ordering(ann: DinerPhone, task: Measure): Promise<void> {
  const { t, like } = ann.words;
  await ann.logInOnPage('415-555-9711');
  await ann.open('/merchant/1001/order');
  await task('Somebody called to the table', 'the menu', 2, async () => {
    await ann.openTable();
    await ann.button(like(t('calling:kind.waiter'))).click();
    await ann.button(like(t('calling:state.asked'))).waitFor();
  });
  await ann.closeTable();
  await ann.openReview();
  await task('The best coupon', 'the review', 1, async () => {
    await ann.review.getByRole('button', { name: like(t('cart:coupon.use')) }).click();
    await ann.review.getByText(t('cart:preview.discount')).waitFor();
  });
  await ann.page.goBack();
  await ann.closeCart();
  await task('One’s own dishes ordered, the others’ later', 'the menu', 4, async () => {
    await ann.openReview();
    await ann.button(t('cart:leftOut.onlyMine')).click();
    await ann.placeOrder.click();
    await ann.expectOrdered();
  });
  await ann.open('/merchant/1001/order');
  await task('All ordered', 'the menu', 3, async () => {
    await ann.openReview();
    await ann.placeOrder.click();
    await ann.round(2).waitFor();
  });
}

async function afterwards(ann: DinerPhone, task: Measure, server: ServerProcess): Promise<void> {
  const { t, like } = ann.words;
  await task('One’s own part paid, up to the payment page', 'the order', 2, async () => {
    await ann.button(t('order:paying.open')).click();
    const pay = ann.dialog(t('order:paying.title'));
    await pay.getByRole('button', { name: like(t('order:paying.go', { price: '' }).trim()) }).click();
    await ann.page.getByRole('link', { name: like('Pay ') }).waitFor();
  });
  await server.inDatabase('UPDATE table_sessions SET closed_at = ? WHERE closed_at IS NULL', Date.now());
  await server.inDatabase("UPDATE orders SET status = ?, body = json_set(body, '$.status', 1)", 1);
  await ann.sit(2, 1);
  await task('A round of an earlier evening again, looked over', 'the menu', 4, async () => {
    await ann.openAccount();
    await ann.link(t('member:account.orders')).click();
    await ann.link(like(t('order:orderStatus.completed'))).click();
    await ann
      .button(t('order:again.rest'))
      .or(ann.button(t('order:again.round')))
      .first()
      .click();
    await ann.review.waitFor();
  });
}

function asTable(tasks: readonly Task[]): Table {
  return {
    title: 'Taps for what diners do',
    head: ['Task', 'from', 'taps', 'at most', 'letters typed'],
    rows: tasks.map(({ name, from, taps, most, keys }) => [
      name,
      from,
      String(taps),
      String(most),
      String(keys),
    ]),
    notes: ['Counted in the browser as fingers that touch the glass; more than “at most” ends the command.'],
  };
}
