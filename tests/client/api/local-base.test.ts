import { expect, test } from 'vitest';
import { deriveLocalBase } from '#client/api/call/local-base.ts';

// CB1
test.each([
  ['https://order.example', 'https://1003.order.example'],
  ['http://localhost:3000', 'http://1003.localhost:3000'],
  ['http://1003.localhost:3000', 'http://1003.localhost:3000'],
  // An IP address takes no label in front, and an invalid id is no label.
  ['http://192.168.1.20:3000', undefined],
  ['http://[::1]:3000', undefined],
])('next to %s the own server of merchant 1003 is %s', (shared, own) => {
  expect(deriveLocalBase(shared, '1003')).toBe(own);
  expect(
    deriveLocalBase(shared, 'evil.example/'),
    'an id that is no valid label has no host',
  ).toBeUndefined();
});
