import { expect } from '@playwright/test';
import { DinerPhone } from './diner.ts';
import { expectSound } from './expect-sound.ts';
import { shoot } from './shots.ts';
import { startTableServer, type ServerProcess } from './table-server.ts';
import { test } from './test.ts';

test.describe.configure({ mode: 'parallel', timeout: 240_000 });

/** Every page in both languages and both themes: readable by everybody, and no wider than the phone. */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

const pages: Readonly<Record<string, string>> = {
  home: '/home',
  'merchant-home': '/merchant/1001',
  login: '/merchant/1001/login',
  member: '/merchant/1001/member',
  account: '/merchant/1001/account',
  profile: '/merchant/1001/account/profile',
  'coupon-available': '/merchant/1001/coupon-available',
  'coupon-used': '/merchant/1001/coupon-used',
  'coupon-expired': '/merchant/1001/coupon-expired',
  order: '/merchant/1001/order',
  search: '/merchant/1001/search?q=beef',
  'order-list': '/merchant/1001/order-list',
  'select-guests': '/merchant/1001/select-guests',
  scan: '/scan',
  'scan-result': '/scan/result?text=https%3A%2F%2Fevil.example%2Fx',
  test: '/test',
  'not-found': '/merchant/1001/order-preview',
};
const languages = { en: '', zh: '/zh-tw' } as const;

for (const [language, prefix] of Object.entries(languages))
  // CP2, CP4, CP6, CP8, CP16, CP20
  test(`every page, ${language}, light and dark`, async ({ browser }) => {
    const ann = await DinerPhone.take(browser, server, { colorScheme: 'light' });
    await ann.scan('/m/1001/q/3');
    await ann.chooseGuestsIfAsked(2);
    await ann.page.goto(`${server.url}/merchant/1001/login`);
    await ann.logInOnPage(`415-555-${language === 'en' ? '3' : '4'}171`);
    for (const [name, path] of Object.entries(pages)) {
      const lookAt = async (theme: 'light' | 'dark') => {
        await expect(ann.page.getByRole('heading').first()).toBeVisible();
        // Some go on by themselves: guests that are known, a login that is done.
        await ann.page.waitForLoadState('networkidle');
        await shoot(`page-${name}-${language}-${theme}`, { ann: ann.page });
        await expectSound(ann.page, `${name}, ${theme}`);
      };
      await ann.page.emulateMedia({ colorScheme: 'light' });
      await ann.page.goto(server.url + prefix + path);
      await lookAt('light');
      const title = await ann.page.title();
      // A diner who pulls the page down finds the same, also when the phone has gone dark.
      await ann.page.emulateMedia({ colorScheme: 'dark' });
      await ann.page.reload();
      await lookAt('dark');
      await expect(ann.page).toHaveTitle(title);
    }
    expect(ann.errors).toEqual([]);
    await ann.context.close();
  });
