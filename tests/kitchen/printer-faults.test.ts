import { afterEach, describe, expect, test } from 'vitest';
import { readPrinterAddress } from '#contract/menu-file/printer-address.ts';
import {
  sendToPrinter,
  usualTimes,
  type PrinterTimes,
} from '#server/service/kitchen/printers/send-to-printer.ts';
import { startPrinter, type PrinterStandIn } from '#testing/stand-ins/network-printer.ts';
import { encodeText, createTicket } from './some-ticket.ts';

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of ended.splice(0)) await close();
});

type Faults = Parameters<PrinterStandIn['set']>[0];

async function startFaultyPrinter(faults: Faults = {}) {
  const printer = await startPrinter();
  ended.push(printer.close);
  printer.set(faults);
  return printer;
}

const ticket = encodeText({ ticket: createTicket() }, { charset: 'big5', columns: 48 });
const header = 'Table 7';
/** Short waits, for tests in which nothing will come. */
const createShortTimes = (times: Partial<PrinterTimes> = {}): PrinterTimes => ({
  ...usualTimes,
  perKilobyteMs: 0,
  ...times,
});

const listTitles = ({ tickets }: PrinterStandIn) => tickets.map(({ lines }) => lines[0]?.text);

describe('a working printer', () => {
  test.each<[what: string, faults: Faults, times?: Partial<PrinterTimes>]>([
    ['has printed the ticket when it is said to be printed', {}],
    ['may answer slowly', { answersAfter: 40 }],
    ['may send unsolicited status, or answer an earlier client', { chatter: [0x11, 0x14, 0x00, 0x00, 0x0f, 0x0c] }],
    ['may never answer, if it disconnects after the whole ticket', { answersAfter: 'never' }, { answerMs: 40 }],
    ['may omit when it has finished, if it works again in time', { knowsNoQueuedQuestion: true }, { ticketMs: 60 }],
  ])('%s', async (_, faults, times) => {
    const printer = await startFaultyPrinter(faults);
    expect(await sendToPrinter(printer.address, ticket, times && createShortTimes(times))).toEqual({ ok: true });
    expect(listTitles(printer)).toEqual([header]);
    expect([printer.uncut(), printer.pulses]).toEqual([[], []]);
  }); // prettier-ignore

  test('prints one ticket after the other, each on a connection of its own', async () => {
    const printer = await startFaultyPrinter();
    for (const tableName of ['1', '2', '3']) {
      const bytes = encodeText({ ticket: createTicket({ tableName }) }, { charset: 'big5', columns: 48 });
      expect(await sendToPrinter(printer.address, bytes)).toEqual({ ok: true });
    }
    expect(listTitles(printer)).toEqual(['Table 1', 'Table 2', 'Table 3']);
    await expect.poll(printer.connections, { interval: 1 }).toEqual({ open: 0, ever: 3 });
  });
});

describe('a failing printer', () => {
  const noPaper = { problem: 'noPaper', detail: 'it has no paper' };

  test.each<[what: string, faults: Faults, failure: object, linesOnPaper: number | 'some' | 'all', times?: Partial<PrinterTimes>]>([
    ['out of paper: nothing is sent until paper is back', { hasPaper: false }, { ...noPaper, mayBePrinted: false }, 0],
    ['out of paper, with unsolicited status', { hasPaper: false, chatter: [0x14, 0x00, 0x00, 0x0f, 0x0c] }, noPaper, 0],
    ['its cover open', { isCoverOpen: true }, { problem: 'offline', detail: 'its cover is open', mayBePrinted: false }, 0],
    ['out of paper within a ticket', { paperLasts: 4 }, { ...noPaper, mayBePrinted: true }, 4, { ticketMs: 60 }],
    ['half a ticket, then the connection breaks', { breaksAfterBytes: Math.round(ticket.length / 2) }, { problem: 'cutOff', mayBePrinted: true }, 'some'],
    ['the connection breaks before the ticket', { breaksAfterBytes: 2 }, { problem: 'cutOff', mayBePrinted: false }, 0],
    ['accepts the connection and does nothing else', { hangs: true, staysOpen: true }, { problem: 'silent', mayBePrinted: true }, 0, { answerMs: 20, ticketMs: 40 }],
    ['answers before the ticket, and then nothing', { answersLast: 2 }, { problem: 'silent', detail: 'it answered before the ticket, and no more', mayBePrinted: true }, 'all', { answerMs: 40, ticketMs: 60 }],
  ])('%s', async (_, faults, failure, linesOnPaper, times) => {
    const printer = await startFaultyPrinter(faults);
    const sent = await sendToPrinter(printer.address, ticket, times && createShortTimes(times));
    expect(sent).toMatchObject({ ok: false, ...failure });
    expect(listTitles(printer)).toEqual(linesOnPaper === 'all' ? [header] : []);
    if (linesOnPaper === 'some') expect(printer.uncut().length).toBeGreaterThan(0);
    if (typeof linesOnPaper === 'number') expect(printer.uncut()).toHaveLength(linesOnPaper);
    // A printer that stopped within the ticket finishes it now.
    printer.set({});
    if (typeof linesOnPaper === 'number') expect(listTitles(printer)).toEqual(linesOnPaper > 0 ? [header] : []);
  }); // prettier-ignore

  test('prints again once it is switched on and has paper', async () => {
    const printer = await startFaultyPrinter();
    await printer.switchOff();
    expect(await sendToPrinter(printer.address, ticket)).toEqual({
      ok: false,
      problem: 'unreachable',
      detail: expect.stringContaining('ECONNREFUSED'),
      mayBePrinted: false,
    });
    await printer.switchOn();
    printer.set({ hasPaper: false });
    expect(await sendToPrinter(printer.address, ticket)).toMatchObject(noPaper);
    printer.set({});
    expect(await sendToPrinter(printer.address, ticket)).toEqual({ ok: true });
    expect(listTitles(printer)).toEqual([header]);
  });

  test('no printer', async () => {
    // RFC 5737 reserves this address.
    const sent = await sendToPrinter('192.0.2.1', ticket, createShortTimes({ connectMs: 50 }));
    expect(sent).toMatchObject({ ok: false, problem: 'unreachable', mayBePrinted: false });
  });

  const wrong = 'printer: printer:0 printer:65536 http://printer ::1 [::1 a@b:1'.split(' ');
  test.each(['', 'no port:9100', ...wrong])('without an address: %j', async (address) => {
    expect(await sendToPrinter(address, ticket)).toEqual({
      ok: false,
      problem: 'unreachable',
      detail: 'the address is not host:port',
      mayBePrinted: false,
    });
  });

  test('that accepts fewer bytes than the operating system buffers', async () => {
    const printer = await startFaultyPrinter({ hangs: true, staysOpen: true });
    const large = Buffer.alloc(32 * 1024 * 1024);
    const times = createShortTimes({ answerMs: 20, ticketMs: 40 });
    expect(await sendToPrinter(printer.address, large, times)).toMatchObject({
      problem: 'silent',
      detail: 'it took not all of it within 40 ms',
    });
  });
});

test.each([
  ['printer.kitchen:9101', { host: 'printer.kitchen', port: 9101 }],
  ['192.168.0.20', { host: '192.168.0.20', port: 9100 }],
  ['[fe80::1%eth0]:9100', { host: 'fe80::1%eth0', port: 9100 }],
  ['[::1]', { host: '::1', port: 9100 }],
])('the address %s', (text, address) => expect(readPrinterAddress(text)).toEqual(address));
