/** A table with something to take, and everybody who has no right to it. */
import { getCoupons, type CouponState } from '#contract/calls/coupon.ts';
import { sendReport } from '#contract/calls/report.ts';
import { askHelp } from '#contract/calls/help.ts';
import { getAnonymousToken, logout } from '#contract/calls/member.ts';
import type { Order } from '#contract/order-fields.ts';
import { staffScopes } from '#contract/http/call.ts';
import type { StaffRole } from '#contract/staff-rights.ts';
import { staffCookie, staffWhoAmI } from '#contract/calls/staff.ts';
import { createTokens } from '#server/ordering/auth/tokens.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import { issueOrderCode } from '#server/platform/sms/order-codes.ts';
import { rememberDevice } from '#server/service/staff/access/device.ts';
import { addPerson } from '#server/service/staff/access/people.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import { revokeSystemToken, systemTokens } from '#server/service/staff/access/system-tokens.ts';
import { secretOf } from '#server/platform/store/meta.ts';
import { inTransaction } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { packedLogs, textAt } from '#tests/log-files.ts';
import { dishes, itemFor, tablePhone } from '#tests/server-cart/table-phone.ts';
import {
  dataOf,
  fakeClock,
  startServer,
  type Caller,
  type Diner,
  type DinerAtTable,
  type ServerUnderTest,
} from '../server-under-test.ts';
import { lesserRoles, type Insider } from './insiders.ts';

/** Every wrong way to come. */
export const identities = [
  'nobody',
  'malformed token',
  'token of another key',
  'expired token',
  'token too old to refresh',
  'token of an ended login',
  'anonymous',
  'other diner at the table',
  'guest at the table',
  'member who logged in as somebody else',
  'diner of another table',
  'last party',
  'last party in the new session',
  'member of another merchant',
  'member of another merchant, who says so',
  'guest where members alone are taken',
  'staff of another merchant',
  'manager of another merchant',
  'waiter of another merchant',
  'kitchen of another merchant',
  'staff who logged out',
  'known device without a PIN',
  'wrong token of a system',
  'system whose token was revoked',
  'system without the scope',
  'system of another merchant',
  'system of another merchant, who says so',
] as const;
export type Identity = (typeof identities)[number];

export type Who = Identity | Insider;

export interface Scene {
  readonly server: ServerUnderTest;
  /** Whose things they are: a member at a table, with an order, a cart, coupons and a to-go order of their own. */
  readonly ann: DinerAtTable;
  readonly tableOrder: Order;
  readonly privateOrder: Order;
  /** Of the table's order. */
  readonly placementId: string;
  /** The lines that stand in the table's cart, and what one who orders them has seen. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly userCouponId: string;
  readonly productId: string;
  /** Of what Ann reported, and what a report may bring. */
  readonly reportCode: string;
  readonly packedLog: string;
  /** Of the call that Ann's table makes. */
  readonly helpId: string;
  /** Of Ann's restaurant: where her party could be set, or be made one with another. */
  readonly freeTableId: string;
  readonly neighbourTableId: string;
  /** Somebody who works at the restaurant, with the PIN that is right on a device that is known there. */
  readonly personId: string;
  readonly personName: string;
  readonly pin: string;
  /** The token of a system of the restaurant. */
  readonly tillId: string;
  /** Texts that nobody but Ann and her restaurant may ever read, and those that her table may read too. */
  readonly secrets: { readonly own: readonly string[]; readonly ofTable: readonly string[] };
  /** Headers of who comes so. `spent`: with a login that the call may end. */
  callerOf(identity: Identity, spent?: boolean): Promise<Caller>;
  insider(who: Insider): Caller;
}

const annsPhone = '4155550111';
const hourMs = 60 * 60 * 1000;

export async function openScene(): Promise<Scene> {
  const clock = fakeClock();
  const server = await startServer({
    clock,
    environment: { BEHAVIOUR_LOG_URL: '/api/system/behaviour-log' },
  });
  const { simple } = await dishes(server);
  const dan = await server.seat(await server.guest());
  await inTransaction(server.db, (trx) => closeSession(trx, dan.sessionId, { now: clock.now(), reason: '' }));

  const ann = await server.seat(await server.member(annsPhone));
  const private_ = { last_name: 'Annsecret', mail: 'ann.secret@example.com' };
  await server.db.updateTable('users').set(private_).where('id', '=', ann.userId).execute();
  const order = async (diner: DinerAtTable, replica: string, notes: string): Promise<Order> => {
    const phone = tablePhone(server, diner, replica);
    await phone.send(phone.add(itemFor(simple[0]!, notes)));
    return (dataOf(await phone.place(`placement-of-${replica}`)) as { order: Order }).order;
  };
  const toGo = { ...ann, tableId: undefined, sessionId: undefined } as unknown as DinerAtTable;
  const privateOrder = await order(toGo, 'ann-to-go', 'a note of her own');
  const tableOrder = await order(ann, 'ann-first', 'a note that was ordered');
  const phone = tablePhone(server, ann, 'ann-second');
  await phone.refresh();
  await phone.send(phone.add(itemFor(simple[1]!, 'a note in the cart')));
  const orderCode = await issueOrderCode(server.deps, ann.sessionId);
  const state: CouponState = 'available';
  const { userCouponId } = dataOf(await server.call(getCoupons, { ...ann, query: { state } })).list[0]!;

  const packedLog = packedLogs([textAt('tests/golden/v1-event-aware-server.jsonl')]);
  const report = { text: 'what she reported', redacted: true, packed: packedLog };
  const { code: reportCode } = await server.ask(sendReport, { ...ann, body: report });
  await server.ask(askHelp, { ...ann, body: { helpId: 'anns-call', kind: 'bill' } });

  const bob = await server.seat(await server.member('4155550112'));
  const gus = await server.seat(await server.guest());
  const hal = await server.member('4155550114', { asGuest: bob });
  const cleo = await server.seat(await server.guest(), '2');
  const eve = await server.seat(await server.member('4155550113', { merchantId: '1003' }));
  const fay = await server.seat(await server.guest('1002'));
  const { token: anonymous } = dataOf(await server.call(getAnonymousToken, { merchantId: '1001' }));
  clock.advance(61_000);
  const annBefore = await server.member(annsPhone);
  dataOf(await server.call(logout, annBefore));

  const secret = await secretOf(server.db, 'token-secret');
  const { tokens } = server.config;
  const elsewhere = createTokens(Buffer.alloc(32, 7).toString('base64url'), clock, tokens);
  const ago = (ms: number) => createTokens(secret, { now: () => clock.now() - ms }, tokens);
  let logins = 0;
  const as = ({ userId, merchantId }: Diner, kind: Asker['kind']): Asker => {
    logins += 1;
    return { userId, merchantId, kind, loginId: `login-${logins}` };
  };
  const cookieOf = async (merchantId: string, personId?: string) =>
    (await openStaffSession(server.deps, merchantId, 'Mo', personId)).split(';', 1)[0]!;
  const somebody = async (merchantId: string, role: StaffRole) =>
    (
      await addPerson(
        server.deps,
        merchantId,
        { name: `a ${role}`, role, pin: '280594' },
        { name: 'Mo', way: 'page' },
      )
    ).id;
  const roleAt1003 = async (role: StaffRole) => {
    const id = await somebody('1003', role);
    const cookie = await cookieOf('1003', id);
    return async (spent: boolean) => ({
      ...atAnns,
      headers: { cookie: spent ? await cookieOf('1003', id) : cookie },
    });
  };
  const cookie1003 = await cookieOf('1003');
  const revoked = await server.till('1001');
  for (const { id } of await systemTokens(server.db, '1001')) await revokeSystemToken(server.db, '1001', id);
  const ofAnns = { merchant_id: '1001', created_at: clock.now() };
  const hook = { id: 'anns', url: 'https://till.example/', secret: 'lsw_of_anns', is_on: 0, ...ofAnns };
  await server.db.insertInto('webhooks').values(hook).execute();
  const told = {
    id: 'told-ann',
    news_id: 'news',
    webhook_id: 'anns',
    order_id: 'o',
    type: 'order.paid',
    body: '{}',
  };
  await server.db
    .insertInto('webhook_calls')
    .values({ ...told, ...ofAnns, tries_since: clock.now(), attempts: 9, next_at: null, state: 'givenUp' })
    .execute();
  const [till, limited, till1003] = [
    await server.till('1001'),
    await server.till('1001', []),
    await server.till('1003'),
  ];
  // When they were last used is written down before anything is compared.
  const inside = new Map<Insider, Caller>();
  for (const role of lesserRoles)
    inside.set(role, { headers: { cookie: await cookieOf('1001', await somebody('1001', role)) } });
  for (const scope of staffScopes) inside.set(scope, await server.till('1001', [scope]));
  for (const each of [limited, till1003, ...inside.values()]) await server.ask(staffWhoAmI, each);

  /** As if at Ann's table, which is what each of them wants. */
  const atAnns = { merchantId: '1001', tableId: ann.tableId, sessionId: ann.sessionId };
  const here = async (asker: Asker, spent: boolean, token: string): Promise<Caller> => ({
    ...atAnns,
    token: spent ? await server.deps.tokens.issue(asker) : token,
  });
  const pin = '739104';
  const [knownHere] = (await rememberDevice(server.deps, '1001')).split(';', 1);
  const person = await addPerson(
    server.deps,
    '1001',
    { name: 'Owen Ownsecret', role: 'owner', pin },
    { name: 'Mo', way: 'page' },
  );
  const callers: Readonly<Record<Identity, (spent: boolean) => Promise<Caller>>> = {
    nobody: async () => atAnns,
    'malformed token': async () => ({ ...atAnns, token: 'made.up.token' }),
    'token of another key': async () => ({ ...atAnns, token: await elsewhere.issue(as(ann, 'member')) }),
    'expired token': async () => ({ ...atAnns, token: await ago(hourMs).issue(as(ann, 'member')) }),
    'token too old to refresh': async () => ({
      ...atAnns,
      token: await ago(31 * 24 * hourMs).issue(as(ann, 'member')),
    }),
    'token of an ended login': async () => ({ ...atAnns, token: annBefore.token }),
    anonymous: async () => ({ ...atAnns, token: anonymous }),
    'other diner at the table': (spent) => here(as(bob, 'member'), spent, bob.token),
    'guest at the table': (spent) => here(as(gus, 'guest'), spent, gus.token),
    'member who logged in as somebody else': (spent) => here(as(hal, 'member'), spent, hal.token),
    'diner of another table': (spent) => here(as(cleo, 'guest'), spent, cleo.token),
    'last party': async (spent) => ({
      ...(await here(as(dan, 'guest'), spent, dan.token)),
      sessionId: dan.sessionId,
    }),
    'last party in the new session': (spent) => here(as(dan, 'guest'), spent, dan.token),
    'member of another merchant': (spent) => here(as(eve, 'member'), spent, eve.token),
    'member of another merchant, who says so': async (spent) => ({
      ...(await here(as(eve, 'member'), spent, eve.token)),
      merchantId: '1003',
    }),
    'guest where members alone are taken': async (spent) => ({
      ...(await here(as(fay, 'guest'), spent, fay.token)),
      merchantId: '1002',
      tableId: fay.tableId,
      sessionId: fay.sessionId,
    }),
    'staff of another merchant': async (spent) => ({
      ...atAnns,
      headers: { cookie: spent ? await cookieOf('1003') : cookie1003 },
    }),
    'manager of another merchant': await roleAt1003('manager'),
    'waiter of another merchant': await roleAt1003('waiter'),
    'kitchen of another merchant': await roleAt1003('kitchen'),
    'staff who logged out': async () => ({
      ...atAnns,
      headers: { cookie: `${staffCookie}=a-session-that-is-over` },
    }),
    'known device without a PIN': async () => ({ ...atAnns, headers: { cookie: knownHere! } }),
    'wrong token of a system': async () => ({ ...atAnns, token: `${till.token}!` }),
    'system whose token was revoked': async () => ({ ...atAnns, ...revoked }),
    'system without the scope': async () => ({ ...atAnns, ...limited }),
    'system of another merchant': async () => ({ ...atAnns, ...till1003 }),
    'system of another merchant, who says so': async () => ({ ...atAnns, ...till1003, merchantId: '1003' }),
  };

  return {
    server,
    ann,
    tableOrder,
    privateOrder,
    placementId: 'placement-of-ann-first',
    shown: { ...phone.detail(), seen: phone.view().known },
    userCouponId,
    productId: simple[0]!.id,
    reportCode,
    packedLog,
    helpId: 'anns-call',
    freeTableId: ann.tableId.replace(/001$/, '012'),
    neighbourTableId: cleo.tableId,
    personId: person.id,
    personName: person.name,
    pin,
    tillId: (await systemTokens(server.db, '1001'))[0]!.id,
    secrets: {
      own: [
        annsPhone,
        private_.last_name,
        private_.mail,
        userCouponId,
        privateOrder.id,
        'a note of her own',
        report.text,
        ann.token,
        till.token,
        server.staffPassword,
        person.name,
        `"${orderCode}"`,
      ],
      ofTable: [tableOrder.id, 'a note that was ordered', 'a note in the cart', ann.userId],
    },
    callerOf: async (identity, spent = false) => await callers[identity](spent),
    insider: (who) => ({ ...atAnns, ...inside.get(who) }),
  };
}
