// @module-tag slow
/** Receipts by mail (CX56). */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listConnections, removeConnection, saveConnection } from '#contract/calls/connections.ts';
import { updateMember, getMember } from '#contract/calls/member.ts';
import { removeAccount } from '#contract/calls/privacy.ts';
import {
  getReceipt,
  mailReceipt,
  mailRefused,
  staffMailReceipt,
  staffReceipt,
} from '#contract/calls/receipt.ts';
import { codes } from '#contract/codes.ts';
import type { Order } from '#contract/order-fields.ts';
import { sendMails } from '#server/service/receipts/mail/send-mails.ts';
import { deleteOld } from '#server/back-office/privacy/retention.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { startSmtp, type Smtp } from '#testing/stand-ins/smtp.ts';
import { createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';
import { readDatabaseText } from '../privacy/traces.ts';
import { closeTableSession, createFullPayment, serveAll, actOnOrder, logInStaff } from '../staff/acts.ts';
import { startServer, type Caller, type DinerAtTable } from '../server-under-test.ts';

let smtp: Smtp;
beforeAll(async () => {
  smtp = await startSmtp();
  return async () => await smtp.close();
});
const createEnvironment = () => ({
  SECRET_KEY: 'a-secret-key-of-this-test-server',
  MAIL_SERVERS: `localhost:${smtp.port}`,
  // The tests take hours.
  TOKEN_SECONDS: '86400',
});
const desk = createFulfilment(createEnvironment);
const { clock, server, till, partyWithOrder } = desk;
const minuteMs = 60_000;

/** The tests take days, so the owner logs in each time. */
const connect = async (changes: Record<string, string> = {}) => {
  const owner: Caller = await desk.person('Ada');
  const { port, user: username, password } = smtp;
  const usual = { host: 'localhost', port: String(port), encryption: 'none', username, password };
  const values = { ...usual, fromName: 'Noodles', fromAddress: 'shop@example.com', ...changes };
  await server.ask(saveConnection, { ...owner, body: { kind: 'mail', provider: 'smtp', values } });
  return owner;
};
let owner: Caller;
beforeAll(async () => void (owner = await connect()));
afterEach(() => {
  Object.assign(smtp.switches, { mode: 'ok', greylist: false });
  smtp.refusals.clear();
});

async function createPaidParty() {
  const party = await partyWithOrder();
  await server.ask(actOnOrder, { ...till, ...createFullPayment(party.order) });
  return party;
}
let addresses = 0;
const createAddress = () => `guest${(addresses += 1)}@example.org`;
const sendMail = async (who: Caller, { id: orderId }: Order, address: string, keep?: boolean) =>
  await server.call(mailReceipt, { ...who, body: { orderId, address, ...(keep !== undefined && { keep }) } });
const listMails = (address: string) => smtp.messages.filter(({ to }) => to.includes(address));
/** Lets the server send the mails that are due after a while. */
const advanceAndSend = async (ms = 0) => {
  clock.advance(ms);
  while ((await sendMails(server.deps)) > 0);
};
const readMailState = async (who: Caller, { id: orderId }: Order) =>
  (await server.ask(getReceipt, { ...who, body: { orderId } })).mail;
const readMails = async ({ id }: Order) =>
  await server.db.selectFrom('mails').selectAll().where('order_id', '=', id).execute();

describe('CX56: a diner', () => {
  test('gets the receipt as PDF, in their language', async () => {
    const { seat, order } = await createPaidParty();
    const [english, chinese] = [createAddress(), createAddress()];
    expect(await sendMail(seat, order, ` ${english} `)).toMatchObject({ data: { queued: true } });
    expect(await sendMail({ ...seat, language: 'zh-TW' }, order, chinese)).toMatchObject({ code: 0 });
    await advanceAndSend();
    const [first] = listMails(english);
    expect(first!.mail.subject).toMatch(/^Your receipt from /);
    expect(first!.mail.text).toMatch(/Receipt no\. \d+ is attached/);
    expect(first!.mail.attachments).toMatchObject([
      { type: 'application/pdf', filename: expect.stringMatching(/^receipt-\d+\.pdf$/) },
    ]);
    expect(first!.mail.attachments[0]!.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(listMails(chinese)[0]!.mail).toMatchObject({ subject: expect.stringContaining('消費明細') });
    expect(await readMailState(seat, order)).toEqual({ address: '', last: 'sent' });
  });

  test('is not asked twice: the address is deleted once the mail was sent, and kept only for a member who agrees', async () => {
    const { seat, order } = await createPaidParty();
    const [forgotten, kept, ofGuest] = [createAddress(), createAddress(), createAddress()];
    await sendMail(seat, order, forgotten);
    await advanceAndSend();
    expect(listMails(forgotten)).toHaveLength(1);
    expect(await readDatabaseText(server)).not.toContain(forgotten);
    await sendMail(seat, order, kept, true);
    await advanceAndSend();
    expect(await readMailState(seat, order)).toEqual({ address: kept, last: 'sent' });
    expect(await server.ask(getMember, seat)).toMatchObject({ mail: kept });
    // A guest has no account that could keep it.
    const guest = await server.seat(await server.guest(), '1');
    await server.db
      .insertInto('order_members')
      .values({ order_id: order.id, user_id: guest.userId })
      .execute();
    expect(await sendMail(guest, order, ofGuest, true)).toMatchObject({ code: 0 });
    await advanceAndSend();
    expect(listMails(ofGuest)).toHaveLength(1);
    expect(await readDatabaseText(server)).not.toContain(ofGuest);
    expect(await readMailState(guest, order)).toEqual({ address: '', last: 'sent' });
  });

  test('sees why a mail cannot be sent', async () => {
    const { seat, order } = await partyWithOrder();
    expect(await sendMail(seat, order, 'ann@example.org')).toMatchObject({
      code: mailRefused,
      data: { reason: 'notPaid' },
    });
    expect(await readMailState(seat, order)).toBeUndefined();
    await server.ask(actOnOrder, { ...till, ...createFullPayment(order) });
    for (const address of ['ann', 'a@b.c, d@e.f', 'Ann <ann@example.org>'])
      expect(await sendMail(seat, order, address)).toMatchObject({ data: { reason: 'wrongAddress' } });
    const stranger = await partyWithOrder();
    expect(await sendMail(stranger.seat, order, 'eve@example.org')).toMatchObject({ code: codes.notFound });
    await server.ask(removeConnection, { ...owner, body: { kind: 'mail' } });
    expect(await sendMail(seat, order, 'ann@example.org')).toMatchObject({
      data: { reason: 'noMailServer' },
    });
    expect(await readMailState(seat, order)).toBeUndefined();
    await connect();
  });

  test('sends a receipt to an address once while it is on its way', async () => {
    const { seat, order } = await createPaidParty();
    const address = createAddress();
    smtp.switches.mode = 'down';
    const answers = [await sendMail(seat, order, address), await sendMail(seat, order, address)];
    expect(answers.map(({ data }) => data)).toEqual([{ queued: true }, { queued: false }]);
    expect(await readMailState(seat, order)).toMatchObject({ last: 'waiting' });
    smtp.switches.mode = 'ok';
    // The server's own timer may have tried it, too, and still hold it.
    await expect
      .poll(async () => {
        await advanceAndSend(minuteMs);
        return listMails(address).length;
      })
      .toBe(1);
    expect(await sendMail(seat, order, address)).toMatchObject({ data: { queued: true } });
  });
});

test('CX56: staff send a receipt, and see whether it arrived', async () => {
  const { order } = await createPaidParty();
  const address = createAddress();
  const orderId = order.id;
  expect(await server.ask(staffMailReceipt, { ...till, body: { orderId, address } })).toEqual({
    queued: true,
  });
  await advanceAndSend();
  expect(listMails(address)).toHaveLength(1);
  expect((await server.ask(staffReceipt, { ...till, body: { orderId } })).mail).toEqual({
    address: '',
    last: 'sent',
  });
});

describe('CX56: the queue', () => {
  test('keeps mails while a mail server is off for ten minutes, and the owner sees it', async () => {
    const { seat, order } = await createPaidParty();
    const address = createAddress();
    smtp.switches.mode = 'down';
    await sendMail(seat, order, address);
    for (let minute = 0; minute < 10; minute += 1) await advanceAndSend(minuteMs);
    expect(listMails(address)).toEqual([]);
    const readMailConnection = async () =>
      (await server.ask(listConnections, await desk.person('Ada'))).connections.find(
        ({ kind }) => kind === 'mail',
      );
    expect(await readMailConnection()).toMatchObject({ problem: { kind: 'unreachable' } });
    smtp.switches.mode = 'ok';
    await advanceAndSend(15 * minuteMs);
    expect(listMails(address)).toHaveLength(1);
    expect(await readMailConnection()).toMatchObject({ problem: null });
  });

  test('gives up an address that does not exist at once', async () => {
    const { seat, order } = await createPaidParty();
    const address = createAddress();
    smtp.refusals.set(address, '550 5.1.1 No such user');
    await sendMail(seat, order, address);
    await advanceAndSend();
    expect(await readMails(order)).toMatchObject([
      { state: 'failed', recipient: '', next_at: null, problem: 'badRecipient' },
    ]);
    expect(await readMailState(seat, order)).toMatchObject({ last: 'failed' });
    expect(server.logged.join('')).toContain('a receipt was not sent by mail');
    expect(server.logged.join('')).not.toContain(address);
  });

  test('tries again for a day after any other failure', async () => {
    const { seat, order } = await createPaidParty();
    const address = createAddress();
    smtp.switches.mode = 'busy';
    await sendMail(seat, order, address);
    for (let hour = 0; hour < 24; hour += 1) await advanceAndSend(60 * minuteMs);
    expect(await readMails(order)).toMatchObject([{ state: 'waiting', recipient: address }]);
    await advanceAndSend(90 * minuteMs);
    expect(await readMails(order)).toMatchObject([{ state: 'failed', recipient: '', problem: 'later' }]);
    smtp.switches.mode = 'ok';
    await advanceAndSend(90 * minuteMs);
    expect(listMails(address)).toEqual([]);
  });

  test('sends a mail once from two servers', async () => {
    const { seat, order } = await createPaidParty();
    const address = createAddress();
    await sendMail(seat, order, address);
    await Promise.all([1, 2, 3, 4].map(async () => await sendMails(server.deps)));
    await expect.poll(async () => (await readMails(order))[0]!.state).toBe('sent');
    expect(listMails(address)).toHaveLength(1);
  });

  test('delivers a mail once despite a restart in the middle', async () => {
    const first = await startServer({
      clock,
      environment: { STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }), ...createEnvironment() },
    });
    const address = createAddress();
    const order = await createPaidOrder(first);
    const dying = new Promise<never>(() => undefined);
    await first.ask(mailReceipt, { ...order.seat, body: { orderId: order.id, address } });
    void sendMails({ ...first.deps, sendBySmtp: () => dying });
    const readNextTimes = async (db: typeof first.db) =>
      await db.selectFrom('mails').select('next_at').execute();
    await expect.poll(async () => (await readNextTimes(first.db))[0]!.next_at).toBeGreaterThan(clock.now());
    await first.close();
    const second = await startServer({
      clock,
      dataDir: first.dataDir,
      environment: { STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }), ...createEnvironment() },
    });
    try {
      await sendMails(second.deps);
      expect(listMails(address), 'the first server may still be sending it').toEqual([]);
      clock.advance(4 * minuteMs);
      await sendMails(second.deps);
      await expect.poll(async () => (await readNextTimes(second.db))[0]!.next_at).toBeNull();
      expect(listMails(address)).toHaveLength(1);
    } finally {
      await second.dispose();
    }
  });

  test('sends the same message again under the same id after a lost answer', async () => {
    const { seat, order } = await createPaidParty();
    const address = createAddress();
    smtp.switches.mode = 'lostAnswer';
    await sendMail(seat, order, address);
    await advanceAndSend();
    smtp.switches.mode = 'ok';
    await advanceAndSend(minuteMs);
    const ids = listMails(address).map(({ mail }) => mail.headers['message-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

/** A paid order of a member at a server whose owner has connected the mail server. */
async function createPaidOrder(
  at: typeof server,
): Promise<{ readonly id: string; readonly seat: DinerAtTable }> {
  const ada = await logInStaff(at, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
  const { port, user: username, password } = smtp;
  const account = { host: 'localhost', port: String(port), encryption: 'none', username, password };
  const values = { ...account, fromName: 'Noodles', fromAddress: 'shop@example.com' };
  await at.ask(saveConnection, { ...ada, body: { kind: 'mail', provider: 'smtp', values } });
  const seat = await at.seat(await at.member('4155558811'));
  const phone = createTablePhone(at, seat, 'mails');
  await phone.send(phone.add(createItem((await listDishes(at)).simple[0]!)));
  const order = await phone.order('p1');
  await at.ask(actOnOrder, { ...(await at.till()), ...createFullPayment(order) });
  return { id: order.id, seat };
}

describe('CX56: budgets', () => {
  test('allow five mails of a diner in an hour', async () => {
    const { seat, order } = await createPaidParty();
    for (let count = 0; count < 5; count += 1)
      expect(await sendMail(seat, order, createAddress())).toMatchObject({ code: 0 });
    expect(await sendMail(seat, order, createAddress())).toMatchObject({
      code: codes.tooManyRequests,
      data: { budget: 'mailsOfDiner' },
    });
    clock.advance(61 * minuteMs);
    expect(await sendMail(seat, order, createAddress())).toMatchObject({ code: 0 });
  });

  test('allow ten mails of a receipt in a day', async () => {
    const { order } = await createPaidParty();
    const send = async () =>
      await server.call(staffMailReceipt, { ...till, body: { orderId: order.id, address: createAddress() } });
    for (let count = 0; count < 10; count += 1) expect(await send()).toMatchObject({ code: 0 });
    expect(await send()).toMatchObject({ data: { budget: 'mailsOfReceipt' } });
  });
});

describe('CX56: deletion', () => {
  test('of an account deletes its mails, also those that staff send', async () => {
    const { seat, order, phone } = await createPaidParty();
    const [own, ofStaff] = [createAddress(), createAddress()];
    smtp.switches.mode = 'down';
    await sendMail(seat, order, own);
    const profile = { id: seat.userId, name: 'Quentin Zebra', firstName: 'Quentin', lastName: 'Zebra' };
    const { phone: number } = await server.ask(getMember, seat);
    const languagePreference = 'en-US' as const;
    await server.ask(updateMember, {
      ...seat,
      body: { ...profile, phone: number, mail: ofStaff, birthday: 1224, languagePreference },
    });
    await server.ask(staffMailReceipt, { ...till, body: { orderId: order.id, address: ofStaff } });
    await serveAll(server, till, order);
    await phone.refresh();
    await closeTableSession(server, till, seat.tableId);
    await server.ask(removeAccount, seat);
    const text = await readDatabaseText(server);
    for (const address of [own, ofStaff]) expect(text).not.toContain(address);
  });

  test('of the rows follows RETENTION_DAYS', async () => {
    const { seat, order } = await createPaidParty();
    await sendMail(seat, order, createAddress());
    await advanceAndSend();
    expect(await readMails(order)).toHaveLength(1);
    await deleteOld(server.db, clock.now() + 1);
    expect(await readMails(order)).toEqual([]);
  });
});
