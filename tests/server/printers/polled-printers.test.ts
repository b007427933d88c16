// @module-tag slow
/**
 * Printers that ask the server (CX51). The printers were written from the makers' documentation alone. They were never
 * compared with real ones.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { listPrinters, savePrinter, testPrinter, type PrinterSettings } from '#contract/calls/printers.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { sendStatus } from '#contract/states.ts';
import { startCloudPrntPrinter, type CloudPrntPrinter } from '#testing/stand-ins/cloudprnt-printer.ts';
import { startEpsonSdpPrinter } from '#testing/stand-ins/epson-sdp-printer.ts';
import { expectData } from '../server-under-test.ts';
import { createPrintingServer } from './printers-for-tests.ts';

const { clock, server, owner, createPlacedOrder } = createPrintingServer();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const all = ['kitchen', 'wok', 'bar'];

/** @returns the secret address of a new printer, and its id */
async function addPrinter(way: 'star' | 'epson', more: Partial<PrinterSettings> = {}) {
  const printer: PrinterSettings = {
    name: '', way, address: '', charset: 'big5', columns: 48, language: 'en-US', stations: all, bills: true, drawer: false, ...more,
  }; // prettier-ignore
  const { setUp, secretPath } = expectData(await server.call(savePrinter, { ...owner, body: { printer } }));
  return { url: server.address + secretPath!, id: setUp.printers.at(-1)!.id, printer };
}

async function addStarPrinter(more: Partial<PrinterSettings> = {}, mediaTypes?: string[]) {
  const made = await addPrinter('star', more);
  const printer = await startCloudPrntPrinter({ url: made.url, ...(mediaTypes && { mediaTypes }) });
  closing.push(() => printer.close());
  return { ...made, printer, settings: made.printer };
}

async function addEpsonPrinter(more: Partial<PrinterSettings> = {}) {
  const made = await addPrinter('epson', more);
  const printer = await startEpsonSdpPrinter({ url: made.url });
  closing.push(() => printer.close());
  return { ...made, printer, settings: made.printer };
}

const readOverview = async () => await server.ask(staffOverview, owner);
const readPrinter = async () => (await readOverview()).printers[0];
const isSent = async ({ id }: Order) =>
  (await readOverview()).orders.find((order) => order.id === id)?.sendStatus === sendStatus.allSent;
const listTexts = ({ printed }: CloudPrntPrinter) => printed.map(({ body }) => body.toString('utf8'));

describe('a Star printer (CX51)', () => {
  test('prints a ticket once, and the round counts as sent', async () => {
    const { printer } = await addStarPrinter({}, ['text/plain']);
    expect(await printer.poll()).toBe(false);
    const order = await createPlacedOrder();
    expect(await isSent(order)).toBe(false);
    expect(await printer.poll()).toBe(true);
    expect(listTexts(printer)).toHaveLength(1);
    expect(listTexts(printer)[0]).toContain(`#${order.serial}`);
    expect(listTexts(printer)[0]).not.toContain('twice');
    expect(printer.printed[0]!.headers['x-star-cut']).toBe('full; feed=true');
    expect(await isSent(order)).toBe(true);
    expect(await printer.poll()).toBe(false);
    expect(await readPrinter()).toMatchObject({ state: 'ok', waiting: 0 });
  });

  test('gets several tickets in their order', async () => {
    const { printer } = await addStarPrinter({}, ['text/plain']);
    const serials = [];
    for (let n = 0; n < 3; n += 1) serials.push((await createPlacedOrder()).serial);
    while (await printer.poll());
    expect(listTexts(printer).map((text) => /#(\w+)/.exec(text)![1])).toEqual(serials);
  });

  test('that is off for ten minutes prints everything afterwards; the board shows that it is off', async () => {
    const { printer } = await addStarPrinter({}, ['text/plain']);
    await printer.poll();
    printer.switches.powerOff = true;
    const first = await createPlacedOrder();
    clock.advance(10 * 60_000);
    const second = await createPlacedOrder();
    expect(await printer.poll()).toBe(false);
    expect(await readPrinter()).toMatchObject({ state: 'absent', waiting: 2 });
    printer.switches.powerOff = false;
    while (await printer.poll());
    expect(listTexts(printer).map((text) => text.includes('twice'))).toEqual([false, false]);
    expect(listTexts(printer).map((text) => /#(\w+)/.exec(text)![1])).toEqual([first.serial, second.serial]);
    expect(await readPrinter()).toMatchObject({ state: 'ok', waiting: 0 });
  });

  test('without paper is shown on the board, and loses nothing', async () => {
    const { printer } = await addStarPrinter({}, ['text/plain']);
    printer.switches.paperOut = true;
    await createPlacedOrder();
    expect(await printer.poll()).toBe(false);
    expect(await readPrinter()).toMatchObject({ state: 'noPaper', waiting: 1 });
    printer.switches.paperOut = false;
    expect(await printer.poll()).toBe(true);
    expect(await readPrinter()).toMatchObject({ state: 'ok', waiting: 0 });
    printer.switches.coverOpen = true;
    await printer.poll();
    expect(await readPrinter()).toMatchObject({ state: 'offline' });
  });

  test('that runs out of paper within a ticket prints it again, and the ticket says so', async () => {
    const { printer } = await addStarPrinter({}, ['text/plain']);
    printer.switches.paperEndsMidJob = 'report';
    await createPlacedOrder();
    await printer.poll();
    expect(printer.printed).toEqual([]);
    expect(await readPrinter()).toMatchObject({ state: 'noPaper', waiting: 1 });
    printer.switches.paperOut = false;
    clock.advance(20_000);
    await printer.poll();
    expect(listTexts(printer)).toHaveLength(1);
    expect(listTexts(printer)[0]).toContain('may be printed twice');
    expect(await readPrinter()).toMatchObject({ state: 'ok', waiting: 0 });
  });

  test('whose confirmation is lost gets the ticket again, and it says so', async () => {
    const { printer } = await addStarPrinter({}, ['text/plain']);
    printer.switches.loseConfirmation = true;
    const order = await createPlacedOrder();
    await printer.poll();
    // It may still be printing.
    expect(await printer.poll()).toBe(false);
    expect(await isSent(order)).toBe(false);
    printer.switches.loseConfirmation = false;
    clock.advance(30_000);
    await printer.poll();
    expect(listTexts(printer).map((text) => text.includes('may be printed twice'))).toEqual([false, true]);
    expect(await isSent(order)).toBe(true);
  });

  test('that confirms twice, too late or out of order loses and repeats nothing', async () => {
    const { printer, url } = await addStarPrinter({}, ['text/plain']);
    const [first, second] = [await createPlacedOrder(), await createPlacedOrder()];
    await printer.poll();
    const { token } = printer.printed[0]!;
    const confirm = async (of: string, code = '200 OK') =>
      await fetch(`${url}?mac=1&token=${of}&code=${encodeURIComponent(code)}`, { method: 'DELETE' });
    expect((await confirm(token!)).status).toBe(200);
    expect((await confirm(token!, '410 Out of paper')).status).toBe(200);
    expect(await isSent(first)).toBe(true);
    expect((await fetch(`${url}?type=text/plain&token=${token}`)).status).toBe(404);
    // The second job is offered, but not fetched. No printer can have printed it.
    const asked = await fetch(url, { method: 'POST', body: '{"statusCode":"200%20OK"}' });
    const { jobToken } = (await asked.json()) as { jobToken: string };
    await confirm(jobToken);
    await confirm('a-job-that-there-is-not');
    expect(await isSent(second)).toBe(false);
    expect(await printer.poll()).toBe(true);
    expect(listTexts(printer)).toHaveLength(2);
    expect(listTexts(printer)[1]).not.toContain('twice');
    expect(await isSent(second)).toBe(true);
  });

  test('that cannot decode a ticket does not block the next one', async () => {
    const { printer } = await addStarPrinter({}, ['text/plain']);
    printer.switches.failNext = '511 Media decoding error';
    await createPlacedOrder();
    const next = await createPlacedOrder();
    await printer.poll();
    expect(await readPrinter()).toMatchObject({ state: 'unreadable', waiting: 2 });
    await printer.poll();
    expect(listTexts(printer)[0]).toContain(`#${next.serial}`);
    clock.advance(20_000);
    await printer.poll();
    expect(listTexts(printer)[1]).not.toContain('twice');
    expect(await readPrinter()).toMatchObject({ state: 'ok', waiting: 0 });
  });

  test('with a drawer opens it once, with the test print', async () => {
    const { printer, id } = await addStarPrinter({ drawer: true }, ['text/plain']);
    await server.ask(testPrinter, { ...owner, body: { id } });
    await printer.poll();
    expect(printer.printed[0]!.headers['x-star-cashdrawer']).toBe('start');
    expect(listTexts(printer)[0]).toContain('This printer works.');
    expect((await server.ask(listPrinters, owner)).printers[0]!.printedAt).toBe(clock.now());
  });

  test('gets a picture, unless it prints only text', async () => {
    const { printer } = await addStarPrinter({ language: 'zh-TW' });
    await createPlacedOrder();
    await printer.poll();
    const [{ type, body, headers }] = printer.printed as [(typeof printer.printed)[0]];
    // A server without a Chinese font sends text.
    if (type === 'text/plain') expect(body.toString('utf8')).toMatch(/號桌/);
    else {
      expect([type, headers['x-star-imageditherpattern']]).toEqual(['image/png', 'none']);
      expect([body.readUInt32BE(16), body[24]]).toEqual([576, 1]);
    }
  });
});

describe('an Epson printer (CX51)', () => {
  test('prints a ticket once, and the round counts as sent', async () => {
    const { printer } = await addEpsonPrinter();
    expect(await printer.poll()).toBe(0);
    const order = await createPlacedOrder();
    expect(await printer.poll()).toBe(1);
    const [document] = printer.printed;
    expect(document).toMatchObject({ version: '2.00', devid: 'local_printer', cuts: 1, pulses: 0 });
    expect(document!.images + document!.lines.length).toBeGreaterThan(0);
    expect(await isSent(order)).toBe(true);
    expect(await printer.poll()).toBe(0);
    expect(await readPrinter()).toMatchObject({ state: 'ok', waiting: 0 });
  });

  test('without paper is shown on the board, and loses nothing', async () => {
    const { printer } = await addEpsonPrinter();
    printer.switches.failWith = 'EPTR_REC_EMPTY';
    await createPlacedOrder();
    expect(await printer.poll()).toBe(0);
    expect(await readPrinter()).toMatchObject({ state: 'noPaper', waiting: 1 });
    printer.switches.failWith = null;
    // It waits a little before the next try.
    expect(await printer.poll()).toBe(0);
    clock.advance(20_000);
    expect(await printer.poll()).toBe(1);
    expect(await readPrinter()).toMatchObject({ state: 'ok', waiting: 0 });
  });

  test('that is off for ten minutes prints everything afterwards, in order', async () => {
    const { printer } = await addEpsonPrinter();
    await printer.poll();
    printer.switches.powerOff = true;
    const orders = [await createPlacedOrder(), await createPlacedOrder()];
    clock.advance(10 * 60_000);
    expect(await readPrinter()).toMatchObject({ state: 'absent', waiting: 2 });
    printer.switches.powerOff = false;
    expect([await printer.poll(), await printer.poll(), await printer.poll()]).toEqual([1, 1, 0]);
    expect(await Promise.all(orders.map(isSent))).toEqual([true, true]);
    expect(new Set(printer.printed.map(({ jobId }) => jobId)).size).toBe(2);
  });

  test('whose result is lost gets the ticket again; a result that arrives twice changes nothing', async () => {
    const { printer, url } = await addEpsonPrinter();
    printer.switches.loseResponse = true;
    const order = await createPlacedOrder();
    await printer.poll();
    expect(await printer.poll()).toBe(0);
    expect(await isSent(order)).toBe(false);
    printer.switches.loseResponse = false;
    clock.advance(30_000);
    expect(await printer.poll()).toBe(1);
    expect(printer.printed.map(({ jobId }) => jobId === printer.printed[0]!.jobId)).toEqual([true, true]);
    expect(await isSent(order)).toBe(true);
    const { form } = printer.traffic.findLast(({ type }) => type === 'SetResponse')!;
    await createPlacedOrder();
    const again = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    expect(again.status).toBe(200);
    expect(await readPrinter()).toMatchObject({ waiting: 1 });
    expect(await printer.poll()).toBe(1);
  });

  test('with a drawer opens it with the test print', async () => {
    const { printer, id } = await addEpsonPrinter({ drawer: true });
    await server.ask(testPrinter, { ...owner, body: { id } });
    await printer.poll();
    expect(printer.printed[0]).toMatchObject({ pulses: 1, cuts: 1 });
  });
});

// CX51
test('a wrong secret, the other maker’s address and an old secret are refused', async () => {
  const { url, id, settings } = await addStarPrinter();
  await createPlacedOrder();
  const ask = async (at: string) => (await fetch(at, { method: 'POST', body: '{}' })).status;
  expect(await ask(url)).toBe(200);
  expect(await ask(`${url}x`)).toBe(404);
  expect(await ask(url.replace('/star/', '/epson/'))).toBe(404);
  const body = { id, printer: settings, newPath: true };
  const { secretPath } = expectData(await server.call(savePrinter, { ...owner, body }));
  expect(await ask(url)).toBe(404);
  expect(await ask(server.address + secretPath!)).toBe(200);
  // A change of its name keeps its address.
  const { secretPath: none } = expectData(await server.call(savePrinter, { ...owner, body: { ...body, newPath: false } }));
  expect(none).toBeUndefined();
  expect(await ask(server.address + secretPath!)).toBe(200);
}); // prettier-ignore

// CX51
test('a client that guesses secrets, polls without end or sends too much is refused', async () => {
  const { url } = await addStarPrinter();
  const createHeaders = (address: string) => ({ 'X-Forwarded-For': address });
  const ask = async (path: string, address: string, body = '{}') =>
    (await fetch(path, { method: 'POST', body, headers: createHeaders(address) })).status;
  const guesses = [];
  for (let n = 0; n < 32; n += 1) guesses.push(await ask(`${url}${n}`, '203.0.113.7'));
  expect(guesses.slice(0, 30).every((status) => status === 404)).toBe(true);
  expect(guesses.slice(-2)).toEqual([429, 429]);
  expect(await ask(url, '203.0.113.8')).toBe(200);
  expect(await ask(url, '203.0.113.8', 'x'.repeat(70_000))).toBe(413);
  expect(await ask(url, '203.0.113.8', 'no question')).toBe(400);
  const many = await Promise.all(Array.from({ length: 300 }, async () => await ask(url, '203.0.113.8')));
  expect(many.filter((status) => status === 429).length).toBeGreaterThan(40);
});

// CX51
test('the secret is neither in the database nor in a list', async () => {
  const { url } = await addStarPrinter();
  const secret = url.split('/').at(-1)!;
  expect(secret.length).toBeGreaterThan(20);
  expect(JSON.stringify(await server.db.selectFrom('printers').selectAll().execute())).not.toContain(secret);
  expect(JSON.stringify(await server.ask(listPrinters, owner))).not.toContain(secret);
});
