import { expect, test } from 'vitest';
import { parseQrLink } from '#ui/routes/qr-link.ts';

const table = { merchantId: '1001', qrcodeId: '7' };

// CV2
test.each([
  ['/m/1001/q/7', table],
  ['/m/1001/q/7/', table],
  ['/zh-tw/m/1001/q/7', table],
  ['https://order.example/m/1001/q/7', table],
  ['http://192.168.0.10:3000/zh-tw/m/1001/q/7?from=poster#top', table],
  ['  https://order.example/m/1001/q/7\n', table],
  ['/m/12345678901234567890/q/7', { merchantId: '12345678901234567890', qrcodeId: '7' }],
  ['1001-7', table],
  [' 1001-7 ', table],
  ['1001-', undefined],
  ['1001-7-8', undefined],
  [`1001-${'9'.repeat(65)}`, undefined],
  ['', undefined],
  ['1001/7', undefined],
  ['/m/1001/q/', undefined],
  ['/m//q/7', undefined],
  ['/m/abc/q/7', undefined],
  ['/m/1001/q/7a', undefined],
  ['/m/1001/q/7/8', undefined],
  ['/m/１００１/q/7', undefined],
  ['/es/m/1001/q/7', undefined],
  [`/m/1001/q/${'9'.repeat(65)}`, undefined],
  ['ftp://order.example/m/1001/q/7', undefined],
  ['javascript:/m/1001/q/7', undefined],
])('%j → %j', (text, link) => {
  expect(parseQrLink(text)).toEqual(link);
});
