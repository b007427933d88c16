import { readCode } from '../support/diner.ts';
import { test as base } from '../support/test.ts';
import { loadWords } from '../support/words.ts';
import { WebKitPhone } from './phone.ts';

const noodles = 'Braised Beef Noodle Soup';
const eggs = 'Soy-Braised Eggs';
const cucumber = 'Smashed Cucumber';

const test = base.extend<{ takeWebKit: () => Promise<WebKitPhone> }>({
  takeWebKit: async ({ server }, give, info) => {
    const driverPath: string = info.project.metadata['webkitDriver'];
    const words = await loadWords('en-US');
    const phones: WebKitPhone[] = [];
    await give(async () => {
      const phone = await WebKitPhone.take(driverPath, server, words);
      phones.push(phone);
      return phone;
    });
    for (const [index, phone] of phones.entries()) {
      if (info.status !== info.expectedStatus) await phone.shoot(info.outputPath(`phone-${index}.png`));
      await phone.end();
    }
  },
});

test('two phones in WebKit: from the QR code to the order, one of them offline in between', async ({
  takeWebKit,
  server,
}) => {
  const { t } = await loadWords('en-US');
  const [ann, mei] = [await takeWebKit(), await takeWebKit()];
  const { screen } = ann;
  const giveName = async (phone: WebKitPhone, name: string) => {
    await phone.fill(name, screen.namePopup, screen.nameField);
    await phone.tap(screen.namePopup, screen.saveName);
    await phone.expectGone(screen.namePopup);
  };

  await test.step('scan, guests, menu', async () => {
    await ann.scan('/m/1001/q/1');
    await ann.tap(screen.guests(2));
    await ann.expectText([screen.sections]);
    await mei.scan('/m/1001/q/1');
    await mei.expectText([screen.sections]);
  });

  await test.step('a dish with options and notes; the name is asked at the first add', async () => {
    await ann.tap(screen.chooseDish(noodles));
    const sheet = screen.dishSheet(noodles);
    for (const name of [/^Large/, /^Thin/, /^Mild/]) await ann.tap(sheet, { role: 'radio', name });
    await ann.fill('no cilantro', sheet, screen.notes);
    await ann.tap(sheet, screen.addFromSheet);
    await giveName(ann, 'Ann');
    for (const phone of [ann, mei]) await phone.expectText([screen.cartBar(1)]);
  });

  await test.step('each phone shows what both have added', async () => {
    await mei.tap(screen.addDish(eggs));
    await giveName(mei, 'Mei');
    for (const phone of [ann, mei]) {
      await phone.tap(screen.cartBar(2));
      await phone.expectCart({ Ann: { [noodles]: 1 }, Mei: { [eggs]: 1 } });
      await phone.expectText([screen.cart], 'no cilantro');
    }
  });

  await test.step('one phone goes offline, and both continue', async () => {
    await ann.cutLine();
    await ann.tap(screen.cart, screen.oneMore(noodles));
    await ann.expectCart({ Ann: { [noodles]: 2 }, Mei: { [eggs]: 1 } }, 'unsent');
    await mei.tap(screen.cart, screen.close);
    await mei.tap(screen.addDish(cucumber));
    await mei.tap(screen.cartBar());
    await mei.expectCart({ Ann: { [noodles]: 1 }, Mei: { [eggs]: 1, [cucumber]: 1 } });
  });

  await test.step('a reload loses no unsent change', async () => {
    await ann.reload();
    await ann.expectCart({ Ann: { [noodles]: 2 }, Mei: { [eggs]: 1 } }, 'unsent');
    await mei.expectCart({ Ann: { [noodles]: 1 }, Mei: { [eggs]: 1, [cucumber]: 1 } });
  });

  await test.step('the phone is online again, and both agree', async () => {
    await ann.mendLine();
    for (const phone of [ann, mei])
      await phone.expectCart({ Ann: { [noodles]: 2 }, Mei: { [eggs]: 1, [cucumber]: 1 } });
  });

  await test.step('review, log in, place the order', async () => {
    await ann.tap(screen.cart, screen.reviewOrder);
    await ann.expectText([screen.review], t('cart:preview.guests', { count: 2 }), t('cart:preview.subtotal'));
    await ann.tap(screen.review, screen.placeOrder);
    await ann.fill('415-555-2671', screen.loginPopup, screen.phoneField);
    await ann.tap(screen.loginPopup, screen.getCode);
    await ann.fill(await readCode(server, '4155552671'), screen.loginPopup, screen.codeField);
    await ann.expectText([screen.round(1)]);
  });

  await test.step('the other phone sees who submitted it, and both see the order', async () => {
    await mei.expectText([screen.submitted], t('order:submitted.by', { name: 'Ann' }));
    await mei.tap(screen.submitted, screen.viewDetail);
    for (const phone of [ann, mei]) {
      await phone.expectText([], noodles, eggs, cucumber);
      await phone.expectNoErrors();
    }
  });
});
