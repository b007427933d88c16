import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { phonePage } from '#server/http/phone/phone-page.ts';
import { sharedServer } from '../server-under-test.ts';
import { folderForTests } from '#tests/for-tests.ts';

describe('the page of the phone', () => {
  const dir = folderForTests();
  const site = {
    origin: 'https://order.example',
    redirects: { '/scan': '</script><b>' },
    allowedOrigins: [],
  };

  test('is not there before it is built', () => {
    expect(phonePage(join(dir, 'nothing'), site)()).toBeUndefined();
  });

  test('carries the configuration, which cannot break out of its element', () => {
    mkdirSync(dir, { recursive: true });
    writeFileSync(
      join(dir, 'index.html'),
      '<p><script id="site-config" type="application/json"></script></p>',
    );
    const html = phonePage(dir, site)()!;
    const json = /json">(.*)<\/script><\/p>/.exec(html)![1]!;
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual(site);
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
