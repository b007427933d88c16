import { DinerPhone } from '../support/diner.ts';
import { fromScanToOrder } from '../support/journey-steps.ts';
import { startTableServer } from '../support/table-server.ts';
import { test } from '../support/test.ts';
import { looks } from '../support/words.ts';

test('two phones in Firefox: from the QR code to the order', async ({ browser }) => {
  const server = await startTableServer();
  try {
    // Firefox has no phone to play: its pages are as narrow, and know fingers.
    const phone = { ...looks['en-light'], isMobile: false };
    const ann = await DinerPhone.take(browser, server, phone);
    const mei = await DinerPhone.take(browser, server, phone);
    await fromScanToOrder(ann, mei, { shots: 'firefox', table: '/m/1001/q/1', phone: '415-555-2671' });
  } finally {
    await server.stop();
  }
});
