import { describe, expect, test } from 'vitest';
import { phonePage } from '#server/http/phone/phone-page.ts';
import { sharedServer } from '../server-under-test.ts';

describe('the page of the phone', () => {
  const site = {
    origin: 'https://order.example',
    redirects: { '/scan': '</script><b>' },
    allowedOrigins: [],
  };
  const built = (html: string) => phonePage(site)({ html, firstCode: {}, manifest: undefined });

  test('carries the configuration, which cannot break out of its element', () => {
    const { html } = built('<p><script id="site-config" type="application/json"></script></p>');
    const json = /json">(.*)<\/script><\/p>/.exec(html)![1]!;
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual(site);
  });

  test('names the code of the page that is asked for, and what asks for the menu where that is not in it', () => {
    const firstCode = { order: { 'en-US': ['menu.js'] }, orderAsking: { 'en-US': ['menu.js', 'calls.js'] } };
    const build = {
      html: '<script id="first-answers" type="application/json"></script></head>',
      firstCode,
      manifest: undefined,
    };
    const place = { page: 'order', merchantId: '1001', language: 'en-US' } as const;
    const named = (answers?: object) =>
      [...phonePage(site)(build, { place, answers }).html.matchAll(/href="([^"]+)"/g)].map(
        ([, file]) => file,
      );
    expect(named({ menu: {} })).toEqual(['/menu.js']);
    expect(named()).toEqual(['/menu.js', '/calls.js']);
  });

  test('names its own script by the hash that browsers know it by', () => {
    const alone = built('<script type="module" src="/a.js"></script>');
    expect(alone.scriptSource).toBeUndefined();
    // As `printf 'go();' | openssl dgst -sha256 -binary | base64` says.
    expect(built('<script>go();</script>').scriptSource).toBe(
      "'sha256-bYOqbsii8BMz1hC57p5sZG4K4cMuk6QQDiwupM2aRMM='",
    );
  });
});

describe('sitemaps', () => {
  const server = sharedServer();

  // CP19
  test('one for each language, with the pages in the other one', async () => {
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
