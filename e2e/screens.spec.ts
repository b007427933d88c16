import { expect } from '@playwright/test';
import type { RouteName } from '#ui/routes/routes.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { shareServer, test } from './support/test.ts';
import { isAtLength } from './support/words.ts';

test.describe.configure({ mode: 'parallel', timeout: 240_000 });

/** Accessibility and width of every page, at length in both languages and themes. */
shareServer();

/** An example of each route. undefined: the route only redirects, or another test covers it. */
const pages: Readonly<Record<RouteName, string | undefined>> = {
  root: undefined,
  home: '/home',
  qrLanding: undefined,
  merchantHome: '/merchant/1001',
  login: '/merchant/1001/login',
  member: '/merchant/1001/member',
  account: '/merchant/1001/account',
  profile: '/merchant/1001/account/profile',
  couponAvailable: '/merchant/1001/coupon-available',
  couponUsed: '/merchant/1001/coupon-used',
  couponExpired: '/merchant/1001/coupon-expired',
  order: '/merchant/1001/order',
  search: '/merchant/1001/search?q=beef',
  // evening.spec.ts covers it.
  orderDetail: undefined,
  orderList: '/merchant/1001/order-list',
  selectGuests: '/merchant/1001/select-guests',
  scan: '/scan',
  scanResult: '/scan/result?text=https%3A%2F%2Fevil.example%2Fx',
  test: '/test',
  notFound: '/merchant/1001/order-preview',
};
type Theme = 'light' | 'dark';
const listThemes = (theme: Theme): readonly Theme[] => (isAtLength ? ['light', 'dark'] : [theme]);
/** Most other tests use English and the light theme. */
const languages = {
  zh: { prefix: '/zh-tw', themes: listThemes('dark') },
  ...(isAtLength && { en: { prefix: '', themes: listThemes('light') } }),
};

for (const [language, { prefix, themes }] of Object.entries(languages))
  // CP2, CP4, CP6, CP8, CP16, CP20
  test(`every page, ${language}, ${themes.join(' and ')}`, async ({ take, server }) => {
    const ann = await take({ colorScheme: themes[0]! });
    await ann.sit(3);
    await ann.logInOnPage(`415-555-${language === 'en' ? '3' : '4'}171`);
    for (const [name, path] of Object.entries(pages)) {
      if (path === undefined) continue;
      const titles = new Set<string>();
      for (const theme of themes) {
        await ann.page.emulateMedia({ colorScheme: theme });
        // A reload in the other theme must show the same page.
        if (theme === themes[0]) await ann.page.goto(server.url + prefix + path);
        else await ann.page.reload();
        await expect(ann.page.getByRole('heading').first()).toBeVisible();
        // Some pages redirect when the number of guests or the login is known.
        await ann.page.waitForLoadState('networkidle');
        await expectSound(ann.page, `${name}, ${theme}`);
        titles.add(await ann.page.title());
      }
      expect([...titles], name).toHaveLength(1);
    }
    await ann.context.close();
  });
