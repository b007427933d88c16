import { fromScanToOrder } from '../support/journey-steps.ts';
import { test } from '../support/test.ts';

test('two phones in Firefox: from the QR code to the order', async ({ take }) => {
  // Firefox has no phone to play: its pages are as narrow, and know fingers.
  const phone = { isMobile: false };
  const [ann, mei] = [await take(phone), await take(phone)];
  await fromScanToOrder(ann, mei, { table: '/m/1001/q/1', phone: '415-555-2671' });
});
