import { afterEach, describe, expect, test } from 'vitest';
import { readPrinterAddress } from '#contract/menu-file/printer-address.ts';
import {
  sendToPrinter,
  usualTimes,
  type PrinterTimes,
} from '#server/service/kitchen/printers/send-to-printer.ts';
import { ticketBytes } from '#server/service/kitchen/tickets/ticket-bytes.ts';
import { startPrinter } from './printer-stand-in.ts';
import { someTicket } from './some-ticket.ts';

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of ended.splice(0)) await close();
});

async function somePrinter(faults: Parameters<Awaited<ReturnType<typeof startPrinter>>['set']>[0] = {}) {
  const printer = await startPrinter();
  ended.push(printer.close);
  printer.set(faults);
  return printer;
}

const ticket = ticketBytes(someTicket(), { charset: 'big5', columns: 48 });
const header = 'Table 7';
/** Where something is waited for in vain. */
const impatient = (times: Partial<PrinterTimes>): PrinterTimes => ({
  ...usualTimes,
  perKilobyteMs: 0,
  ...times,
});

const titles = ({ tickets }: Awaited<ReturnType<typeof startPrinter>>) =>
  tickets.map(({ lines }) => lines[0]?.text);

describe('a printer that is well', () => {
  test('has printed the ticket when it is said to be printed', async () => {
    const printer = await somePrinter();
    expect(await sendToPrinter(printer.address, ticket)).toEqual({ ok: true });
    expect(titles(printer)).toEqual([header]);
    expect(printer.uncut()).toEqual([]);
    expect(printer.pulses()).toEqual([]);
  });

  test('prints one ticket after the other, each on a connection of its own', async () => {
    const printer = await somePrinter();
    for (const tableName of ['1', '2', '3']) {
      const bytes = ticketBytes(someTicket({ tableName }), { charset: 'big5', columns: 48 });
      expect(await sendToPrinter(printer.address, bytes)).toEqual({ ok: true });
    }
    expect(titles(printer)).toEqual(['Table 1', 'Table 2', 'Table 3']);
    await expect.poll(printer.connections, { interval: 1 }).toEqual({ open: 0, ever: 3 });
  });

  test('may answer slowly', async () => {
    const printer = await somePrinter({ answersAfter: 40 });
    expect(await sendToPrinter(printer.address, ticket)).toEqual({ ok: true });
    expect(titles(printer)).toEqual([header]);
  });

  test('may talk unasked, or answer whoever asked before', async () => {
    const chatter = [0x11, 0x14, 0x00, 0x00, 0x0f, 0x0c];
    const printer = await somePrinter({ chatter });
    expect(await sendToPrinter(printer.address, ticket)).toEqual({ ok: true });
    printer.set({ chatter, hasPaper: false });
    expect(await sendToPrinter(printer.address, ticket)).toMatchObject({ problem: 'noPaper' });
  });

  test('may never answer: then it has hung up after all of the ticket', async () => {
    const printer = await somePrinter({ answersAfter: 'never' });
    expect(await sendToPrinter(printer.address, ticket, impatient({ answerMs: 40 }))).toEqual({ ok: true });
    expect(titles(printer)).toEqual([header]);
  });

  test('may not say when it is through, if it is well after its time', async () => {
    const printer = await somePrinter({ knowsNoQueuedQuestion: true });
    expect(await sendToPrinter(printer.address, ticket, impatient({ ticketMs: 60 }))).toEqual({ ok: true });
    expect(titles(printer)).toEqual([header]);
  });
});

describe('a printer that is not', () => {
  test('switched off', async () => {
    const printer = await somePrinter();
    await printer.switchOff();
    expect(await sendToPrinter(printer.address, ticket)).toEqual({
      ok: false,
      problem: 'unreachable',
      detail: expect.stringContaining('ECONNREFUSED'),
      mayBePrinted: false,
    });
    await printer.switchOn();
    expect(await sendToPrinter(printer.address, ticket)).toEqual({ ok: true });
  });

  test('not there', async () => {
    // RFC 5737: an address that nobody has.
    const sent = await sendToPrinter('192.0.2.1', ticket, impatient({ connectMs: 50 }));
    expect(sent).toMatchObject({ ok: false, problem: 'unreachable', mayBePrinted: false });
  });

  test.each([
    '',
    'no port:9100',
    'printer:',
    'printer:0',
    'printer:65536',
    'http://printer',
    '::1',
    '[::1',
    'a@b:1',
  ])('no address: %j', async (address) => {
    expect(await sendToPrinter(address, ticket)).toEqual({
      ok: false,
      problem: 'unreachable',
      detail: 'the address is not host:port',
      mayBePrinted: false,
    });
  });

  test('out of paper: nothing is sent until there is some', async () => {
    const printer = await somePrinter({ hasPaper: false });
    expect(await sendToPrinter(printer.address, ticket)).toEqual({
      ok: false,
      problem: 'noPaper',
      detail: 'it has no paper',
      mayBePrinted: false,
    });
    printer.set({});
    expect(titles(printer)).toEqual([]);
    expect(await sendToPrinter(printer.address, ticket)).toEqual({ ok: true });
    expect(titles(printer)).toEqual([header]);
  });

  test('its cover open', async () => {
    const printer = await somePrinter({ isCoverOpen: true });
    expect(await sendToPrinter(printer.address, ticket)).toEqual({
      ok: false,
      problem: 'offline',
      detail: 'its cover is open',
      mayBePrinted: false,
    });
    printer.set({});
    expect(titles(printer)).toEqual([]);
  });

  test('out of paper within a ticket: it may be printed, and is, once there is paper', async () => {
    const printer = await somePrinter({ paperLasts: 4 });
    expect(await sendToPrinter(printer.address, ticket, impatient({ ticketMs: 60 }))).toEqual({
      ok: false,
      problem: 'noPaper',
      detail: 'it has no paper',
      mayBePrinted: true,
    });
    expect(printer.uncut()).toHaveLength(4);
    printer.set({});
    expect(titles(printer)).toEqual([header]);
  });

  test('half a ticket, then the connection breaks', async () => {
    const printer = await somePrinter({ breaksAfterBytes: Math.round(ticket.length / 2) });
    expect(await sendToPrinter(printer.address, ticket)).toMatchObject({
      ok: false,
      problem: 'cutOff',
      mayBePrinted: true,
    });
    expect(titles(printer)).toEqual([]);
    expect(printer.uncut().length).toBeGreaterThan(0);
  });

  test('the connection breaks before the ticket', async () => {
    const printer = await somePrinter({ breaksAfterBytes: 2 });
    expect(await sendToPrinter(printer.address, ticket)).toMatchObject({
      ok: false,
      problem: 'cutOff',
      mayBePrinted: false,
    });
  });

  test('it takes the connection and nothing else', async () => {
    const printer = await somePrinter({ hangs: true, staysOpen: true });
    const times = impatient({ answerMs: 20, ticketMs: 40 });
    expect(await sendToPrinter(printer.address, ticket, times)).toMatchObject({
      ok: false,
      problem: 'silent',
      mayBePrinted: true,
    });
    expect(titles(printer)).toEqual([]);
    // More than the operating system keeps for it.
    const large = Buffer.alloc(32 * 1024 * 1024);
    expect(await sendToPrinter(printer.address, large, times)).toMatchObject({
      problem: 'silent',
      detail: 'it took not all of it within 40 ms',
    });
  });

  test('it answers before the ticket and falls silent', async () => {
    const printer = await somePrinter({ answersLast: 2 });
    const sending = sendToPrinter(printer.address, ticket, impatient({ answerMs: 40, ticketMs: 60 }));
    expect(await sending).toEqual({
      ok: false,
      problem: 'silent',
      detail: 'it answered before the ticket, and no more',
      mayBePrinted: true,
    });
  });
});

test('addresses', () => {
  expect(readPrinterAddress('printer.kitchen:9101')).toEqual({ host: 'printer.kitchen', port: 9101 });
  expect(readPrinterAddress('192.168.0.20')).toEqual({ host: '192.168.0.20', port: 9100 });
  expect(readPrinterAddress('[fe80::1%eth0]:9100')).toEqual({ host: 'fe80::1%eth0', port: 9100 });
  expect(readPrinterAddress('[::1]')).toEqual({ host: '::1', port: 9100 });
});
