/** What the two phones go through, in steps that each say what they have shown. */
import type { ServerProcess } from '../support/table-server.ts';
import type { WebDriver } from 'selenium-webdriver';
import { reconnecting } from './patience.ts';
import type { WebKitPhone } from './webkit-phone.ts';

export interface Company {
  readonly ann: WebKitPhone;
  readonly mei: WebKitPhone;
  readonly server: ServerProcess;
  readonly codeFor: (recipient: string) => Promise<string>;
}

/** Does the step and rejects where it does not hold; what is given back is printed with its title. */
export interface Step {
  readonly title: string;
  readonly run: (company: Company) => Promise<string | void>;
}

const table = '/m/1001/q/1';
const noodles = 'Braised Beef Noodle Soup';
const eggs = 'Soy-Braised Eggs';
const cucumber = 'Smashed Cucumber';
const kimchi = 'Golden Kimchi';
const onThisPhone = ({ words }: WebKitPhone) => words.t('cart:state.onThisPhone');

export const journey: readonly Step[] = [
  {
    title: 'the first phone opens the table’s link and says how many diners there are',
    async run({ ann }) {
      await ann.scan(table);
      await ann.part(ann.screen.guestsTitle).get();
      await ann.shoot('01-guests');
      await ann.chooseGuests(2);
    },
  },
  {
    title: 'what the engine builds on',
    run: ({ ann }) => featuresOf(ann.driver),
  },
  {
    title: 'the second phone comes straight to the menu',
    async run({ mei }) {
      await mei.scan(table);
      await mei.expectMenu();
      await mei.shoot('02-menu');
    },
  },
  {
    title: 'a dish with options and notes; the name is asked at the first add',
    async run({ ann, mei }) {
      const { screen } = ann;
      await ann.part(screen.chooseDish(noodles)).tap();
      const sheet = ann.part(screen.dishSheet(noodles));
      for (const name of [/^Large/, /^Thin/, /^Mild/]) await sheet.part({ role: 'radio', name }).tap();
      await ann.shoot('03-options');
      await sheet.part(screen.notes).fill('no cilantro');
      await sheet.part(screen.addFromSheet).tap();
      await ann.part(screen.namePopup).get();
      await ann.shoot('04-name');
      await ann.giveName('Ann');
      await ann.expectPieces(1);
      await mei.expectPieces(1);
      await mei.shows(mei.words.t('table:notices.peerAdded', { name: 'Ann', quantity: 1, product: noodles }));
    },
  },
  {
    title: 'each phone shows what both have added',
    async run({ ann, mei }) {
      await mei.add(eggs);
      await mei.giveName('Mei');
      for (const phone of [ann, mei]) {
        await phone.expectPieces(2);
        await phone.openCart();
        await phone.expectCart({ Ann: { [noodles]: 1 }, Mei: { [eggs]: 1 } });
        await phone.cart.shows('no cilantro');
        await phone.shoot('05-carts');
      }
    },
  },
  {
    title: 'a phone without network goes on, and both agree once it is back',
    async run({ ann, mei }) {
      await ann.line.cut();
      await ann.cart.part(ann.screen.oneMore(noodles)).tap();
      await ann.cart.shows(onThisPhone(ann));
      await ann.shoot('06-cut-off');
      await mei.closeCart();
      await mei.add(cucumber);
      await mei.openCart();
      await mei.expectCart({ Ann: { [noodles]: 1 }, Mei: { [eggs]: 1, [cucumber]: 1 } });
      await ann.expectCart({ Ann: { [noodles]: 2 }, Mei: { [eggs]: 1 } });
      await ann.line.mend();
      const agreed = { Ann: { [noodles]: 2 }, Mei: { [eggs]: 1, [cucumber]: 1 } };
      for (const phone of [ann, mei]) await phone.expectCart(agreed, reconnecting);
    },
  },
  {
    title: 'two tabs of one phone: the one in front sends what the other could not',
    async run({ ann, mei }) {
      const tab = await ann.openTab();
      await ann.scan(table);
      await ann.expectMenu();
      await ann.expectPieces(4);
      await ann.line.cut();
      await ann.add(kimchi);
      await ann.expectPieces(5);
      await tab.leave();
      // Not even the other tab is told before the server has it (P3).
      for (const phone of [ann, mei])
        await phone.expectCart({ Ann: { [noodles]: 2 }, Mei: { [eggs]: 1, [cucumber]: 1 } });
      await ann.line.mend();
      const agreed = { Ann: { [noodles]: 2, [kimchi]: 1 }, Mei: { [eggs]: 1, [cucumber]: 1 } };
      for (const phone of [ann, mei]) await phone.expectCart(agreed, reconnecting);
      await tab.close();
    },
  },
  {
    title: 'a reload with a change that the server does not have yet loses nothing',
    async run({ ann, mei }) {
      await ann.line.cut();
      await ann.cart.part(ann.screen.oneMore(noodles)).tap();
      await ann.cart.shows(onThisPhone(ann));
      await ann.reload();
      // The app itself comes from the phone now, and shows what was written down.
      await ann.cart.shows(onThisPhone(ann));
      await mei.expectCart({ Ann: { [noodles]: 2, [kimchi]: 1 }, Mei: { [eggs]: 1, [cucumber]: 1 } });
      await ann.line.mend();
      await ann.reload();
      const agreed = { Ann: { [noodles]: 3, [kimchi]: 1 }, Mei: { [eggs]: 1, [cucumber]: 1 } };
      for (const phone of [ann, mei]) await phone.expectCart(agreed, reconnecting);
      await ann.shoot('07-reloaded');
    },
  },
  {
    title: 'the server is killed and started again on its data: what both changed meanwhile is in both carts',
    async run({ ann, mei, server }) {
      await server.kill();
      await ann.cart.part(ann.screen.oneLess(noodles)).tap();
      await mei.cart.part(mei.screen.oneMore(eggs)).tap();
      for (const phone of [ann, mei]) await phone.cart.shows(onThisPhone(phone));
      await ann.expectCart({ Ann: { [noodles]: 2, [kimchi]: 1 }, Mei: { [eggs]: 1, [cucumber]: 1 } });
      await mei.expectCart({ Ann: { [noodles]: 3, [kimchi]: 1 }, Mei: { [eggs]: 2, [cucumber]: 1 } });
      await mei.shoot('08-server-gone');
      // One of the two has to find its change again, the other has never been away.
      await ann.reload();
      await ann.cart.shows(onThisPhone(ann));
      await server.restart();
      await ann.reload();
      const agreed = { Ann: { [noodles]: 2, [kimchi]: 1 }, Mei: { [eggs]: 2, [cucumber]: 1 } };
      for (const phone of [ann, mei]) {
        await phone.expectCart(agreed, reconnecting);
        await phone.cart.hides(onThisPhone(phone), reconnecting);
      }
      await mei.shoot('09-server-back');
    },
  },
  {
    title: 'one logs in and places the order; the other sees who did, and both see the order',
    async run({ ann, mei, codeFor }) {
      const { screen, words } = ann;
      await ann.cart.part(screen.reviewOrder).tap();
      const review = ann.part(screen.review);
      await review.shows(words.t('cart:preview.subtotal'));
      await review.shows(words.t('cart:preview.guests', { count: 2 }));
      await ann.shoot('10-review');
      await review.part(screen.placeOrder).tap();
      await ann.part(screen.loginPopup).get();
      await ann.shoot('11-login');
      await ann.logIn('415-555-2671', codeFor);
      await ann.expectPath(/\/order-detail\//);
      await ann.part(screen.round(1)).get();
      const submitted = mei.part(screen.submitted);
      await submitted.shows(words.t('order:submitted.by', { name: 'Ann' }));
      await mei.shoot('12-submitted');
      await submitted.part(screen.viewDetail).tap();
      for (const phone of [ann, mei]) {
        for (const dish of [noodles, kimchi, eggs, cucumber]) await phone.shows(dish);
        await phone.shoot('13-ordered');
      }
    },
  },
];

/** What the phone's engine builds on or does without, and how it is asked for. */
const features = {
  'Web Locks': 'navigator.locks !== undefined',
  BroadcastChannel: "typeof BroadcastChannel === 'function'",
  IndexedDB: "typeof indexedDB === 'object'",
  'service worker': 'navigator.serviceWorker !== undefined',
};

/** One line on which of them this WebKit has on the page that is open. */
async function featuresOf(driver: WebDriver): Promise<string> {
  const script = `return [${Object.values(features).join(', ')}]`;
  const there = (await driver.executeScript(script)) as boolean[];
  return Object.keys(features)
    .map((name, index) => `${name} ${there[index] ? 'yes' : 'NO'}`)
    .join(', ');
}
