import { expect, test } from 'vitest';
import { formatBanner, findLanAddress } from '#server/platform/lifecycle/banner.ts';

const createIpv4 = (address: string, internal = false) => [
  { address, internal, family: 'IPv4' as const, netmask: '', mac: '', cidr: null },
];

test.each([
  [{ lo: createIpv4('127.0.0.1', true) }, undefined],
  [{ docker0: createIpv4('172.17.0.1'), en0: createIpv4('192.168.1.20') }, '192.168.1.20'],
  [{ eth0: createIpv4('203.0.113.7'), wlan0: createIpv4('10.0.0.4') }, '10.0.0.4'],
  [{ eth0: createIpv4('203.0.113.7') }, '203.0.113.7'],
  [{ eth0: createIpv4('169.254.3.4') }, undefined],
])('with %j phones get the address %s', (interfaces, expected) =>
  expect(findLanAddress(interfaces)).toBe(expected),
);

const facts = {
  port: 3000,
  tls: false,
  publicUrl: undefined,
  hasDemo: true,
  hasInbox: true,
  sendsTexts: false,
  staffPassword: 'ab-cd',
  setUpCode: undefined,
} as const;

test('the start prints both addresses, the QR code and the inbox', () => {
  const text = formatBanner(facts, '192.168.1.20');
  expect(text).toContain('http://localhost:3000/m/1001/q/1');
  expect(text).toContain('http://192.168.1.20:3000/m/1001/q/1');
  expect(text).toContain('http://localhost:3000/two-phones.html');
  expect(text).toMatch(/[▀▄█]{5}/);
  expect(text).toContain('/demo/inbox');
  expect(text).toMatch(/\/staff +password ab-cd/);
  const publicly = { port: 443, tls: true, publicUrl: 'https://order.example', staffPassword: undefined };
  const withoutDemo = { hasDemo: false, hasInbox: false, sendsTexts: true };
  const secure = formatBanner({ ...facts, ...publicly, ...withoutDemo }, undefined);
  expect(secure).toContain('https://order.example/');
  expect(secure).not.toMatch(/\/m\/1001|two-phones|inbox|password|NO TEXTS/);
});

test('the start says which functions are missing if codes cannot be sent', () => {
  const text = formatBanner({ ...facts, publicUrl: 'https://order.example', hasInbox: false }, undefined);
  expect(text).toMatch(/NO TEXTS ARE SENT: diners cannot log in.*\n.*SMS_WEBHOOK_URL.*DEMO_INBOX=on/);
  expect(text).not.toContain('/demo/inbox');
});

// CX28
test('without a restaurant the start prints the address that sets one up', () => {
  const empty = { hasDemo: false, hasInbox: false, sendsTexts: true, staffPassword: undefined };
  const text = formatBanner({ ...facts, ...empty, setUpCode: 'ABCD-EFGH' }, '192.168.1.20');
  expect(text).toContain('http://localhost:3000/staff/set-up#ABCD-EFGH');
  expect(text).toContain('http://192.168.1.20:3000/staff/set-up#ABCD-EFGH');
  expect(text).toContain('No restaurant yet');
});
