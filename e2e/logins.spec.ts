import { expect, type Page } from '@playwright/test';
import { getMember, logout } from '#contract/calls/member.ts';
import { refreshToken } from '#contract/calls/token.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

/** A diner's token is short-lived: nobody at the table notices. After a logout no copy of it opens anything. */
const tokenMs = 6_000;

test.use({ environment: { TOKEN_SECONDS: String(tokenMs / 1000) } });

// CB11
test(
  'tokens end all the time in two tabs, the evening goes on; a kept copy is worth nothing',
  atLength,
  async ({ take, server }) => {
    const ann = await take(looks['zh-dark']);
    const { t } = ann.words;
    const refreshes: number[] = [];
    const count = (page: Page) =>
      page.on('response', (answer) => {
        if (new URL(answer.url()).pathname === refreshToken.path) refreshes.push(answer.status());
      });
    const cookie = async (name: string) =>
      (await ann.context.cookies()).find((each) => each.name === name)?.value || undefined;
    const whoIs = async (token: string | undefined) => {
      const headers = { authorization: `Bearer ${token}`, merchantId: '1001' };
      return (await fetch(server.url + getMember.path, { headers })).status;
    };
    count(ann.page);
    await ann.sit(1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await expect(ann.cartBar(1)).toBeVisible();
    const memberId = await ann.page.evaluate(() => localStorage.getItem('member-id'));
    const tab = await ann.anotherTab();
    count(tab.page);
    await tab.open('/merchant/1001/order');
    await expect(tab.cartBar(1)).toBeVisible();

    const [old, before] = [await cookie('token'), refreshes.length];
    await ann.page.waitForTimeout(tokenMs);
    // Both tabs ask for several things at once, each with the token that has expired.
    await Promise.all([ann.page.reload(), tab.page.reload()]);
    await expect(tab.cartBar(1)).toBeVisible();
    await expect(ann.cartBar(1)).toBeVisible();
    await expect.poll(() => refreshes.length).toBe(before + 1);
    await ann.addPlain('Soy-Braised Eggs', 'more');
    await expect(tab.cartBar(2), 'the table hears of it').toBeVisible();
    expect(await cookie('token')).not.toBe(old);
    expect(new Set(refreshes)).toEqual(new Set([200]));
    expect(await ann.page.evaluate(() => localStorage.getItem('member-id')), 'the same guest').toBe(memberId);

    await tab.page.close();
    await ann.page.waitForTimeout(tokenMs);
    await ann.openAccount();
    await ann.button(t('member:account.logIn')).click();
    await ann.logIn('415-555-5003');
    const members = await cookie('token');
    expect(await whoIs(members)).toBe(200);
    const ended = ann.page.waitForResponse((answer) => new URL(answer.url()).pathname === logout.path);
    await ann.button(t('member:account.logOut')).click();
    expect((await ended).status()).toBe(200);
    await expect(ann.page).toHaveURL(/\/login$/);
    expect(await whoIs(members), 'a kept copy').toBe(401);
  },
);
