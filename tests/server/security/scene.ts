/** A table with private data, and callers without a right to it. */
import { getCoupons } from '#contract/calls/coupon.ts';
import { sendReport } from '#contract/calls/report.ts';
import { askHelp } from '#contract/calls/help.ts';
import { getAnonymousToken, logout } from '#contract/calls/member.ts';
import type { Order } from '#contract/order-fields.ts';
import { staffScopes } from '#contract/http/call.ts';
import type { StaffRole } from '#contract/staff-rights.ts';
import { restaurantHeader, staffCookie, staffWhoAmI } from '#contract/calls/staff.ts';
import { createTokens } from '#server/ordering/auth/tokens.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import { issueOrderCode } from '#server/platform/sms/order-codes.ts';
import { rememberDevice } from '#server/service/staff/access/device.ts';
import { addPerson } from '#server/service/staff/access/people.ts';
import { revokeSystemToken, listSystemTokens } from '#server/service/staff/access/system-tokens.ts';
import { loadSecret } from '#server/platform/store/meta.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { packLogs, readTextFile } from '#tests/log-files.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import {
  expectData,
  fakeClock,
  startServer,
  type Caller,
  type Diner,
  type DinerAtTable,
  type ServerUnderTest,
} from '../server-under-test.ts';
import type { Identity } from './identities.ts';
import { lesserRoles, type Insider } from './insiders.ts';
import { createCookie, logInNewPerson } from './somebody-of.ts';

export type Who = Identity | Insider;

export interface Scene {
  readonly server: ServerUnderTest;
  /** The owner of the data: a member at a table, with an order, a cart, coupons and a to-go order. */
  readonly ann: DinerAtTable;
  readonly tableOrder: Order;
  readonly privateOrder: Order;
  readonly placementId: string;
  /** The lines of the table's cart, and the events that the phone has seen. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly userCouponId: string;
  readonly productId: string;
  /** Ann's problem report, and a log that a report may contain. */
  readonly reportCode: string;
  readonly packedLog: string;
  /** Ann's table calls the staff. */
  readonly helpId: string;
  /** Tables of Ann's restaurant: an empty one, and one with another party. */
  readonly freeTableId: string;
  readonly neighbourTableId: string;
  /** An owner of Ann's restaurant, with the right PIN for a known device. */
  readonly personId: string;
  readonly personName: string;
  readonly pin: string;
  /** The id of a system's token. */
  readonly tillId: string;
  /** Texts that only Ann and her restaurant may read, and texts that her table may read too. */
  readonly secrets: { readonly own: readonly string[]; readonly ofTable: readonly string[] };
  /** The headers of an identity. @param spent with a new login, because the call ends it */
  callerOf(identity: Identity, spent?: boolean): Promise<Caller>;
  insider(who: Insider): Caller;
}

const annsPhone = '4155550111';
const hourMs = 60 * 60 * 1000;

export async function openScene(): Promise<Scene> {
  const clock = fakeClock();
  const environment = { BEHAVIOUR_LOG_URL: '/api/system/behaviour-log' };
  const server = await startServer({ clock, environment });
  const { simple } = await listDishes(server);
  const dan = await server.seat(await server.guest());
  await runInTransaction(server.db, (trx) =>
    closeSession(trx, dan.sessionId, { now: clock.now(), reason: '' }),
  );

  const ann = await server.seat(await server.member(annsPhone));
  const private_ = { last_name: 'Annsecret', mail: 'ann.secret@example.com' };
  await server.db.updateTable('users').set(private_).where('id', '=', ann.userId).execute();
  const order = async (diner: DinerAtTable, replica: string, notes: string): Promise<Order> => {
    const phone = createTablePhone(server, diner, replica);
    await phone.send(phone.add(createItem(simple[0]!, notes)));
    return (expectData(await phone.place(`placement-of-${replica}`)) as { order: Order }).order;
  };
  const toGo = { ...ann, tableId: undefined, sessionId: undefined } as unknown as DinerAtTable;
  const privateOrder = await order(toGo, 'ann-to-go', 'a note of her own');
  const tableOrder = await order(ann, 'ann-first', 'a note that was ordered');
  const phone = createTablePhone(server, ann, 'ann-second');
  await phone.refresh();
  await phone.send(phone.add(createItem(simple[1]!, 'a note in the cart')));
  const orderCode = await issueOrderCode(server.deps, ann.sessionId);
  const { list: coupons } = await server.ask(getCoupons, { ...ann, query: { state: 'available' } });
  const { userCouponId } = coupons[0]!;

  const packedLog = packLogs([readTextFile('tests/golden/v1-event-aware-server.jsonl')]);
  const report = { text: 'what she reported', redacted: true, packed: packedLog };
  const { code: reportCode } = await server.ask(sendReport, { ...ann, body: report });
  await server.ask(askHelp, { ...ann, body: { helpId: 'anns-call', kind: 'bill' } });

  const bob = await server.seat(await server.member('4155550112'));
  const gus = await server.seat(await server.guest());
  const hal = await server.member('4155550114', { asGuest: bob });
  const cleo = await server.seat(await server.guest(), '2');
  const eve = await server.seat(await server.member('4155550113', { merchantId: '1003' }));
  const fay = await server.seat(await server.guest('1002'));
  const { token: anonymous } = await server.ask(getAnonymousToken, { merchantId: '1001' });
  clock.advance(61_000);
  const annBefore = await server.member(annsPhone);
  await server.ask(logout, annBefore);

  const secret = await loadSecret(server.db, 'token-secret');
  const { tokens } = server.config;
  const elsewhere = createTokens(Buffer.alloc(32, 7).toString('base64url'), clock, tokens);
  const issueOldToken = async (ms: number) =>
    await createTokens(secret, { now: () => clock.now() - ms }, tokens).issue(createAsker(ann, 'member'));
  let logins = 0;
  const createAsker = ({ userId, merchantId }: Diner, kind: Asker['kind']): Asker => {
    logins += 1;
    return { userId, merchantId, kind, loginId: `login-${logins}` };
  };
  const createRoleAt1003 = async (role: StaffRole) => {
    const somebody = await logInNewPerson(server, '1003', role);
    return async (spent: boolean) => ({
      ...atAnns,
      ...(spent ? await logInNewPerson(server, '1003', role) : somebody),
    });
  };
  const branch = { merchant_id: '1003', head_id: '1001', joined_at: clock.now() };
  await server.db.insertInto('chain_branches').values(branch).execute();
  const cookie1003 = await createCookie(server, '1003');
  const revoked = await server.till('1001');
  for (const { id } of await listSystemTokens(server.db, '1001'))
    await revokeSystemToken(server.db, '1001', id);
  const ofAnns = { merchant_id: '1001', created_at: clock.now() };
  const hook = { id: 'anns', url: 'https://till.example/', secret: 'lsw_of_anns', is_on: 0, ...ofAnns };
  await server.db.insertInto('webhooks').values(hook).execute();
  const delivery = { id: 'told-ann', news_id: 'news', webhook_id: 'anns', order_id: 'o', body: '{}' };
  const givenUp = { attempts: 9, next_at: null, state: 'givenUp' } as const;
  await server.db
    .insertInto('webhook_calls')
    .values({ ...delivery, ...ofAnns, ...givenUp, type: 'order.paid', tries_since: clock.now() })
    .execute();
  const [till, limited] = [await server.till('1001'), await server.till('1001', [])];
  const till1003 = await server.till('1003');
  // The server stores when each was last used. It does so here, before the first comparison.
  const inside = new Map<Insider, Caller>();
  for (const role of lesserRoles) inside.set(role, await logInNewPerson(server, '1001', role));
  for (const scope of staffScopes) inside.set(scope, await server.till('1001', [scope]));
  for (const each of [limited, till1003, ...inside.values()]) await server.ask(staffWhoAmI, each);

  /** Every caller claims to sit at Ann's table. */
  const atAnns = { merchantId: '1001', tableId: ann.tableId, sessionId: ann.sessionId };
  const createAnnsCaller = async (diner: Diner, kind: Asker['kind'], spent: boolean): Promise<Caller> => ({
    ...atAnns,
    token: spent ? await server.deps.tokens.issue(createAsker(diner, kind)) : diner.token,
  });
  const createStaffCaller = (cookie: string): Caller => ({ ...atAnns, headers: { cookie } });
  const pin = '739104';
  const [knownHere] = (await rememberDevice(server.deps, '1001')).split(';', 1);
  const owner = { name: 'Owen Ownsecret', role: 'owner', pin } as const;
  const person = await addPerson(server.deps, '1001', owner, { name: 'Mo', way: 'page' });
  const callers: Readonly<Record<Identity, (spent: boolean) => Promise<Caller>>> = {
    nobody: async () => atAnns,
    'malformed token': async () => ({ ...atAnns, token: 'made.up.token' }),
    'token of another key': async () => ({
      ...atAnns,
      token: await elsewhere.issue(createAsker(ann, 'member')),
    }),
    'expired token': async () => ({ ...atAnns, token: await issueOldToken(hourMs) }),
    'token too old to refresh': async () => ({ ...atAnns, token: await issueOldToken(31 * 24 * hourMs) }),
    'token of an ended login': async () => ({ ...atAnns, token: annBefore.token }),
    anonymous: async () => ({ ...atAnns, token: anonymous }),
    'other diner at the table': (spent) => createAnnsCaller(bob, 'member', spent),
    'guest at the table': (spent) => createAnnsCaller(gus, 'guest', spent),
    'member who logged in as somebody else': (spent) => createAnnsCaller(hal, 'member', spent),
    'diner of another table': (spent) => createAnnsCaller(cleo, 'guest', spent),
    'last party': async (spent) => ({
      ...(await createAnnsCaller(dan, 'guest', spent)),
      sessionId: dan.sessionId,
    }),
    'last party in the new session': (spent) => createAnnsCaller(dan, 'guest', spent),
    'member of another merchant': (spent) => createAnnsCaller(eve, 'member', spent),
    'member of another merchant, who says so': async (spent) => ({
      ...(await createAnnsCaller(eve, 'member', spent)),
      merchantId: '1003',
    }),
    'guest where members alone are taken': async (spent) => ({
      ...(await createAnnsCaller(fay, 'guest', spent)),
      merchantId: '1002',
      tableId: fay.tableId,
      sessionId: fay.sessionId,
    }),
    'staff of another merchant': async (spent) =>
      createStaffCaller(spent ? await createCookie(server, '1003') : cookie1003),
    'manager of another merchant': await createRoleAt1003('manager'),
    'waiter of another merchant': await createRoleAt1003('waiter'),
    'kitchen of another merchant': await createRoleAt1003('kitchen'),
    'owner of a branch, who names the head': async (spent) => {
      const cookie = spent ? await createCookie(server, '1003') : cookie1003;
      return { ...atAnns, headers: { cookie, [restaurantHeader]: '1001' } };
    },
    'staff who logged out': async () => createStaffCaller(`${staffCookie}=a-session-that-is-over`),
    'known device without a PIN': async () => createStaffCaller(knownHere!),
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
    tillId: (await listSystemTokens(server.db, '1001'))[0]!.id,
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
