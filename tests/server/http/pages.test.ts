// @module-tag sqlite
import { describe, expect, test } from 'vitest';
import type { Menu, TinyMerchant } from '#contract/calls/merchant.ts';
import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import { readPreferredLanguage } from '#server/platform/http/phone/known-paths.ts';
import type { PhoneBuild } from '#server/platform/http/phone/phone-build.ts';
import { createPhonePage, type OwnPart } from '#server/platform/http/phone/phone-page.ts';
import { startSharedServer } from '../server-under-test.ts';

const site = {
  origin: 'https://order.example',
  redirects: { '/scan': '</script><b>' },
  allowedOrigins: [],
};
const createPages = () =>
  createPhonePage(site, (error) => {
    throw error;
  });
const build = (html: string, more: Partial<PhoneBuild> = {}): PhoneBuild => ({
  html,
  staffHtml: undefined,
  firstCode: {},
  manifest: undefined,
  drawMenu: undefined,
  ...more,
});
const inEnglish = { language: 'en-US' } as const;
const buildPage = (html: string) => createPages()(build(html), inEnglish);
const createAnswers = (name: string) => ({
  merchantId: '1001',
  language: 'en-US' as const,
  at: 0,
  merchant: { shortName: name } as TinyMerchant,
  menu: { categories: [] } as unknown as Menu,
});

describe('the diners’ page', () => {
  test('contains the configuration, which cannot break out of its element', () => {
    const { html } = buildPage('<p><script id="site-config" type="application/json"></script></p>');
    const json = /json">(.*)<\/script><\/p>/.exec(html)![1]!;
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual(site);
  });

  test('loads the code of the requested page, and requests the menu if the page does not contain it', () => {
    const firstCode = { order: { 'en-US': ['menu.js'] }, orderAsking: { 'en-US': ['menu.js', 'calls.js'] } };
    const page = createPages();
    const place = { page: 'order', merchantId: '1001', language: 'en-US' } as const;
    const listNamedFiles = (own: Partial<OwnPart>) =>
      [
        ...page(build('</head>', { firstCode }), { ...inEnglish, place, ...own }).html.matchAll(
          /href="([^"]+)"/g,
        ),
      ].map(([, file]) => file);
    expect(listNamedFiles({ answers: createAnswers('Inn') })).toEqual(['/menu.js']);
    expect(listNamedFiles({})).toEqual(['/menu.js', '/calls.js']);
  });

  test('differs for the restaurant, with the configuration and the hash of its own script', () => {
    const page = createPages();
    const both = build('<script>go();</script>', {
      staffHtml: '<script>staff();</script><script id="site-config" type="application/json"></script>',
    });
    const diners = page(both, inEnglish);
    const staff = page(both, { ...inEnglish, isStaff: true });
    expect(diners.html).toBe('<script>go();</script>');
    expect(staff.html).toContain('staff();');
    expect(staff.html).toContain('"origin":"https://order.example"');
    expect(staff.scriptSource).toMatch(/^'sha256-/);
    expect(staff.scriptSource).not.toBe(diners.scriptSource);
    expect(page(build('<p>older</p>'), { ...inEnglish, isStaff: true }).html, 'an older build').toBe(
      '<p>older</p>',
    );
  });

  test('names its own script by the hash that browsers compute', () => {
    const alone = buildPage('<script type="module" src="/a.js"></script>');
    expect(alone.scriptSource).toBeUndefined();
    // The output of `printf 'go();' | openssl dgst -sha256 -binary | base64`.
    expect(buildPage('<script>go();</script>').scriptSource).toBe(
      "'sha256-bYOqbsii8BMz1hC57p5sZG4K4cMuk6QQDiwupM2aRMM='",
    );
  });
});

test('D69: renders a menu once for each build until it changes; without a menu the page stays as it was', () => {
  const warnings: unknown[] = [];
  const page = createPhonePage(site, (error) => warnings.push(error));
  let drawn = 0;
  const drawMenu = ({ merchant }: FirstAnswers) => {
    if (merchant.shortName === '') throw new Error('no name');
    return `${merchant.shortName} ${(drawn += 1)}`;
  };
  const html = '<div><!--first-menu--><!--/first-menu--></div>';
  const [one, next] = [build(html, { drawMenu }), build(html, { drawMenu })];
  const renderBuild = (of: PhoneBuild, name: string) =>
    page(of, { ...inEnglish, answers: createAnswers(name) }).html;
  const withMenu = (menu: string) => `<div><!--first-menu-->${menu}<!--/first-menu--></div>`;

  expect([renderBuild(one, '$& Inn'), renderBuild(one, '$& Inn')]).toEqual([
    withMenu('$& Inn 1'),
    withMenu('$& Inn 1'),
  ]);
  expect(renderBuild(one, 'Bar')).toBe(withMenu('Bar 2'));
  expect(renderBuild(next, 'Bar')).toBe(withMenu('Bar 3'));
  expect(renderBuild(next, '')).toBe(html);
  expect(warnings).toEqual([new Error('no name')]);
  expect(page(one, inEnglish).html).toBe(html);
  expect(page(build(html), { ...inEnglish, answers: createAnswers('Bar') }).html).toBe(html);
});

// D69
test('loads the code after the rendered menu, which a QR code’s page has without the answers', () => {
  const code =
    '<script type="module" crossorigin src="/a.js"></script><link rel="modulepreload" href="/b.js">';
  const end = '<div id="missing"></div><script id="first-answers" type="application/json"></script>';
  const of = build(`<head>${code}</head><div><!--first-menu--></div>${end}`, {
    drawMenu: () => '<b>Soup</b>',
  });
  const { html } = createPages()(of, { ...inEnglish, drawn: createAnswers('Inn') });
  expect(html).toBe(`<head></head><div><!--first-menu--><b>Soup</b></div>${code}${end}`);
  expect(createPages()(of, inEnglish).html).toBe(of.html);
});

// D69
test.each([
  ['/m/1001/q/1', {}, 'en-US'],
  ['/m/1001/q/1', { 'accept-language': 'fr, zh-HK;q=0.9, en;q=0.8' }, 'zh-TW'],
  ['/m/1001/q/1', { 'accept-language': 'zh-TW', cookie: 'uuid=1; locale=en-US' }, 'en-US'],
  ['/zh-tw/m/1001/q/1', { 'accept-language': 'en-US' }, 'zh-TW'],
])('the menu on the page %s is in the language that the app will choose (%o)', (path, headers, language) => {
  expect(readPreferredLanguage(path, headers)).toBe(language);
});

describe('sitemaps', () => {
  const server = startSharedServer();

  // CP19
  test('exist for each language, with links to the pages in the other one', async () => {
    const index = await (await fetch(`${server.address}/sitemap.xml`)).text();
    for (const code of ['en-US', 'zh-TW'])
      expect(index).toContain(`<loc>${server.address}/sitemap-${code}.xml</loc>`);
    const chinese = await fetch(`${server.address}/sitemap-zh-TW.xml`);
    expect(chinese.headers.get('content-type')).toContain('application/xml');
    const text = await chinese.text();
    expect(text).toContain(`<loc>${server.address}/zh-tw/merchant/1002/order</loc>`);
    expect(text).toContain(`hreflang="en-US" href="${server.address}/merchant/1002/order"`);
    expect(await (await fetch(`${server.address}/robots.txt`)).text()).toContain('/sitemap.xml');
  });
});
