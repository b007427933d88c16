/** Two server processes on one PostgreSQL serve the same tables. On SQLite a second server is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { placeOrder } from '#contract/calls/order.ts';
import { sendOrderCodeMessage } from '#contract/calls/table.ts';
import {
  createCaller,
  startSharedServer,
  startServer,
  testDatabaseUrl,
  type Diner,
  type DinerAtTable,
  type ServerUnderTest,
} from '#tests/server/server-under-test.ts';
import { createForTests } from '#tests/for-tests.ts';
import { startServerProcess, type ServerProcess } from '#tests/server/server-process.ts';
import {
  readDecisions,
  listDishes,
  createFreeTables,
  createItem,
  createTablePhone,
} from '#testing/phones/table-phone.ts';

/** The two servers serve the tables. The server in this process seats diners and reads rows. */
let children: ServerProcess[] = [];
let two: ServerUnderTest['call'][] = [];
let members = 0;
const getNow = () => Date.now();

const server = startSharedServer();
const menu = createForTests(() => listDishes(server));
beforeAll(async () => {
  if (testDatabaseUrl === undefined) return;
  const place = { DATA_DIR: server.dataDir, DATABASE_URL: server.config.databaseUrl! };
  children = [await startServerProcess(place), await startServerProcess(place)];
  two = children.map(({ address }) => createCaller(address));
}, 60_000);
const freeTable = createFreeTables(server);
afterAll(async () => {
  for (const { child, ended } of children) {
    child.kill('SIGKILL');
    await ended;
  }
});

const createPhoneAt = (n: number, diner: DinerAtTable, replicaId: string) =>
  createTablePhone({ call: two[n % 2]!, deps: { clock: { now: getNow } } }, diner, replicaId);

async function createMember(merchantId = '1001'): Promise<Diner> {
  members += 1;
  return await server.member(`21257${String(60_000 + members)}`, { merchantId });
}

if (testDatabaseUrl === undefined)
  test('a second server on the same file is refused with a message', async () => {
    await expect(startServer({ dataDir: server.dataDir })).rejects.toThrow(
      /^DATA_DIR: another server is running on .*\.db; stop it or choose another folder$/,
    );
  });
else
  describe('two processes on one PostgreSQL', () => {
    test('F1, G4, G5: many phones at one table: each event once, versions without a gap, the same view', async () => {
      const qrcode = await freeTable();
      const phones = await Promise.all(
        Array.from({ length: 12 }, async (_, n) =>
          createPhoneAt(n, await server.seat(await server.guest(), qrcode), `r${n}`),
        ),
      );
      const accepted: string[] = [];
      await Promise.all(
        phones.map(async (phone, n) => {
          for (let round = 0; round < 8; round += 1) {
            const dish = createItem(menu.simple[(n + round) % menu.simple.length]!);
            const events = [phone.add(dish, 2), phone.decrease(1, phone.getOwnLines().at(-1))];
            accepted.push(...((await phone.send(...events)).accepted?.ids ?? []));
            // The phone got no answer and sends the same events to the other server.
            if (round === 4) await createPhoneAt(n + 1, phone.diner, 'none').send(...events);
            if (round === 5 && n < 2) await phone.sendClear(phone.clear());
          }
        }),
      );
      expect(accepted).toHaveLength(12 * 8 * 2);
      const rows = await readDecisions(server, phones[0]!.diner.sessionId);
      expect(rows.map(({ version }) => version)).toEqual(rows.map((_, index) => index + 1));
      expect(rows.filter(({ rejected }) => rejected !== null)).toEqual([]);
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([...accepted, 'r0:13', 'r1:13']));
      for (const [n, phone] of phones.entries()) {
        const sync = await phone.refresh();
        expect(phone.digest()).toBe(sync.digest);
        expect(phone.view().known).toEqual(sync.known);
        expect((await createPhoneAt(n + 1, phone.diner, 'none').refresh()).digest).toBe(sync.digest);
      }
    });

    test('O1, O2: one cart placed at both at once, each attempt twice, is one order', async () => {
      const mia = createPhoneAt(0, await server.seat(await createMember(), await freeTable()), 'rm');
      await mia.send(mia.add(createItem(menu.simple[0]!), 2));
      const body = { ...mia.detail(), seen: mia.view().known };
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          two[n % 2]!(placeOrder, { ...mia.diner, body: { ...body, placementId: `many-${n >> 1}` } }),
        ),
      );
      const orders = answers.filter(({ success }) => success).map(({ data }) => data.order.id);
      expect(orders).toHaveLength(2);
      expect(new Set(orders).size).toBe(1);
      for (const { success, code } of answers) if (!success) expect(code).toBe(codes.shoppingCartUpdated);
      const rows = await server.db
        .selectFrom('orders')
        .select('rounds')
        .where('session_id', '=', mia.diner.sessionId)
        .execute();
      expect(rows).toEqual([{ rounds: 1 }]);
    });

    test('CA7: one order code opens one order', async () => {
      const rows = await server.db.selectFrom('merchants').select(['id', 'body']).execute();
      const merchantId = rows.find(({ body }) => /"orderCodeRequired":true/.test(body))!.id;
      const { simple } = await listDishes(server, merchantId);
      const seatPhone = async (n: number) => {
        const phone = createPhoneAt(n, await server.seat(await createMember(merchantId)), `ro${n}`);
        await phone.send(phone.add(createItem(simple[n]!)));
        return phone;
      };
      // Neither phone has seen the other's dish, so without the code both orders would succeed.
      const phones = [await seatPhone(0), await seatPhone(1)];
      const { tableId, sessionId } = phones[0]!.diner;
      await server.ask(sendOrderCodeMessage, { ...phones[0]!.diner, body: { tableId } });
      const { code: orderCode } = await server.db
        .selectFrom('order_codes')
        .select('code')
        .where('session_id', '=', sessionId)
        .executeTakeFirstOrThrow();
      const answers = await Promise.all(
        phones.map(async (phone, n) => {
          const own = phone.getOwnLines().map(({ lineId }) => lineId);
          const orderItems = phone.detail().orderItems.filter(({ id }) => own.includes(id));
          const body = { orderItems, seen: { [`ro${n}`]: 1 }, orderCode, placementId: `code-${n}` };
          return await two[n]!(placeOrder, { ...phone.diner, body });
        }),
      );
      expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([codes.ok, codes.orderCodeMiss]);
    });
  });
