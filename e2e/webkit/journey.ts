/** What the two phones go through, in steps that each say what they have shown. */
import type { ServerProcess } from '../table-server.ts';
import { featuresOf } from './features.ts';
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
const onThisPhone = 'On this phone only';

export const journey: readonly Step[] = [
  {
    title: 'the first phone opens the table’s link and says how many diners there are',
    async run({ ann }) {
      await ann.scan(table);
      await ann.part('heading', /How many of you/).get();
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
      await ann.part('button', `Choose options for ${noodles}`).tap();
      const sheet = ann.part('dialog', noodles);
      await sheet.part('radio', /^Large/).tap();
      await sheet.part('radio', /^Thin/).tap();
      await sheet.part('radio', /^Mild/).tap();
      await ann.shoot('03-options');
      await sheet.part('textbox', /^Notes for the kitchen/).fill('no cilantro');
      await sheet.part('button', /^Add · /).tap();
      await ann.part('dialog', 'What is your name?').get();
      await ann.shoot('04-name');
      await ann.giveName('Ann');
      await ann.expectPieces(1);
      await mei.expectPieces(1);
      await mei.shows(`Ann added 1 × ${noodles}`);
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
      await ann.cart.part('button', `One more ${noodles}`).tap();
      await ann.cart.shows(onThisPhone);
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
      await ann.cart.part('button', `One more ${noodles}`).tap();
      await ann.cart.shows(onThisPhone);
      await ann.reload();
      // The app itself comes from the phone now, and shows what was written down.
      await ann.cart.shows(onThisPhone);
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
      await ann.cart.part('button', `One less ${noodles}`).tap();
      await mei.cart.part('button', `One more ${eggs}`).tap();
      for (const phone of [ann, mei]) await phone.cart.shows(onThisPhone);
      await ann.expectCart({ Ann: { [noodles]: 2, [kimchi]: 1 }, Mei: { [eggs]: 1, [cucumber]: 1 } });
      await mei.expectCart({ Ann: { [noodles]: 3, [kimchi]: 1 }, Mei: { [eggs]: 2, [cucumber]: 1 } });
      await mei.shoot('08-server-gone');
      // One of the two has to find its change again, the other has never been away.
      await ann.reload();
      await ann.cart.shows(onThisPhone);
      await server.restart();
      await ann.reload();
      const agreed = { Ann: { [noodles]: 2, [kimchi]: 1 }, Mei: { [eggs]: 2, [cucumber]: 1 } };
      for (const phone of [ann, mei]) {
        await phone.expectCart(agreed, reconnecting);
        await phone.cart.hides(onThisPhone, reconnecting);
      }
      await mei.shoot('09-server-back');
    },
  },
  {
    title: 'one logs in and places the order; the other sees who did, and both see the order',
    async run({ ann, mei, codeFor }) {
      await ann.cart.part('button', 'Review order').tap();
      const review = ann.part('dialog', 'Review your order');
      await review.shows('Subtotal');
      await review.shows('2 guests');
      await ann.shoot('10-review');
      await review.part('button', /^Place order/).tap();
      await ann.part('dialog', /Log in|Welcome/).get();
      await ann.shoot('11-login');
      await ann.logIn('415-555-2671', codeFor);
      await ann.expectPath(/\/order-detail\//);
      await ann.part('heading', 'Round 1').get();
      const submitted = mei.part('alertdialog', 'Your order is in');
      await submitted.shows('Ann placed the order for your table.');
      await mei.shoot('12-submitted');
      await submitted.part('button', 'View detail').tap();
      for (const phone of [ann, mei]) {
        for (const dish of [noodles, kimchi, eggs, cucumber]) await phone.shows(dish);
        await phone.shoot('13-ordered');
      }
    },
  },
];
