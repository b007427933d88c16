import { beforeEach } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { startPrinting } from '#server/service/kitchen/queue/print-queue.ts';
import { usualTimes } from '#server/service/kitchen/printers/send-to-printer.ts';
import { startPrinter } from '#testing/stand-ins/network-printer.ts';
import { createForTests } from '#tests/for-tests.ts';
import { createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

/** A server with an owner and orders. Each test begins without printers. */
export function createPrintingServer(environment: Readonly<Record<string, string>> = {}) {
  const desk = createFulfilment({ PRINTER_PORTS: '1024-65535', ...environment });
  const { server, createParty, readDish, placeCart, person } = desk;
  beforeEach(async () => {
    await server.db.deleteFrom('printers').execute();
    await server.db.deleteFrom('print_jobs').execute();
  });
  return {
    ...desk,
    owner: createForTests(async () => await person('Ada')),
    /** An order of one dish, by a new party. */
    createPlacedOrder: async (): Promise<Order> => {
      const { phone } = await createParty();
      await phone.send(phone.add(await readDish(), 1));
      return await placeCart(phone);
    },
  };
}

/** A printer in the network of the server, and the worker that prints on it. */
export function createNetworkPrinter(server: ServerUnderTest) {
  const printer = createForTests(startPrinter, (made) => made.close());
  const times = { ...usualTimes, connectMs: 300, answerMs: 200, lookEveryMs: 20 };
  createForTests(
    () => Promise.resolve(startPrinting(server.deps, times)),
    (worker) => worker.close(),
  );
  beforeEach(() => {
    printer.clear();
  });
  return printer;
}

/** The command that opens a drawer: a pulse of 50 ms at pin 2, and 500 ms of rest. */
export const openDrawer = { name: 'ESC p', args: [0, 25, 250] };
