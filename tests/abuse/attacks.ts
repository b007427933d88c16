/** Attacks of one hostile phone, each repeated as fast as possible. The keys continue “a guest who”. */
import { once } from 'node:events';
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { WebSocket } from 'ws';
import { getCart, updateCart } from '#contract/calls/cart.ts';
import { getAnonymousToken, getMember, login, registerGuest, sendPhoneCode, updateMember } from '#contract/calls/member.ts'; // prettier-ignore
import { askHelp, withdrawHelp } from '#contract/calls/help.ts';
import { helpKinds } from '#events/fulfilment/help-kinds.ts';
import { getMemberOrderList, getPlacement, getTableActiveOrder, placeOrder, previewOrder, reportLostOrder } from '#contract/calls/order.ts'; // prettier-ignore
import { loginWithPin, staffDoor } from '#contract/calls/people.ts';
import { setSoldOut, staffLogin, staffOverview } from '#contract/calls/staff.ts';
import { checkOrderCode, getTableByQrcode, negotiate, sendOrderCodeMessage } from '#contract/calls/table.ts';
import { headers } from '#contract/http/headers.ts';
import { limits } from '#contract/limits.ts';
import { clockStart, createNextStamp } from '#events/log/clock.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { emptyDetail } from '#testing/phones/table-phone.ts';
import { createCaller } from '#tests/server/server-under-test.ts';
import { runCrowd } from './crowd.ts';
import type { Attack, Scene } from './evening.ts';
import { tabletAttacks } from './tablet-attacks.ts';

/** Creates Eve's events under one replica. Each event has seen the ones before. */
function createWriter({ eve, dishes }: Scene, replicaId: string) {
  let seq = 0;
  let clock = clockStart;
  return (notes: string, more: object = {}) => {
    seq += 1;
    clock = createNextStamp(clock, Date.now());
    const id = `${replicaId}:${seq}`;
    const seen: Record<string, number> = seq > 1 ? { [replicaId]: seq - 1 } : {};
    const fields = { id, at: clock, seen, userId: eve.userId };
    const item = { ...dishes[0]!, notes };
    return { ...createItemAdded(fields, { lineId: id, item, quantity: 1 }), ...more };
  };
}

const createBody = ({ eve }: Scene, events: readonly unknown[]) => ({
  merchantId: eve.merchantId,
  orderDetail: emptyDetail,
  events,
  known: {},
});

let replicas = 0;

const fill =
  (more: object, notes = ''): Attack =>
  async (scene) => {
    await runCrowd(scene, 3, async () => {
      const write = createWriter(scene, `eve${(replicas += 1)}`);
      for (let batch = 0; batch < 5 && scene.isOngoing(); batch += 1) {
        const events = Array.from({ length: 100 }, (_, n) => write(`${notes}${n}`, more));
        await scene.call(updateCart, { ...scene.eve, body: createBody(scene, events) });
      }
    });
  };

/** Registers a new guest, whose budgets are unused. */
async function registerNewGuest({ call, eve }: Scene) {
  const { merchantId, address } = eve;
  const { data } = await call(registerGuest, { merchantId, address });
  return { merchantId, address, token: data.token! };
}

async function groupAccess({ eve, call }: Scene): Promise<{ url: string; group: string }> {
  const query = { userId: eve.userId, tableId: eve.tableId };
  const { data, envelope } = await call(negotiate, { ...eve, query });
  return { url: data, group: String(envelope['group']) };
}

async function openGroupClient(scene: Scene): Promise<{ client: WebPubSubClient; group: string }> {
  const { url, group } = await groupAccess(scene);
  const client = new WebPubSubClient(url, { autoReconnect: false });
  await client.start();
  await client.joinGroup(group);
  return { client, group };
}

/** Announces a dish in the group that the server rejects (`isSent`) or never gets. */
const createLiar =
  (isSent: boolean): Attack =>
  async (scene) => {
    const { client, group } = await openGroupClient(scene);
    const write = createWriter(scene, `liar${(replicas += 1)}`);
    try {
      while (scene.isOngoing()) {
        const lie = write('\u001b@');
        const data = { userName: scene.eve.userName, product: 'a lie', quantity: 1, events: [lie] };
        const message = { fromBrowserId: 'eve', messageType: 'addCartItem', data };
        await client.sendToGroup(group, message, 'json', { noEcho: true, fireAndForget: true });
        if (isSent) await scene.call(updateCart, { ...scene.eve, body: createBody(scene, [lie]) });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } finally {
      client.stop();
    }
  };

const shout = { fromBrowserId: 'eve', messageType: 'clearCart', data: { userName: 'x'.repeat(60_000) } };

export const attacks: Readonly<Record<string, Attack>> = {
  'fills the table with dishes': fill({}),
  'fills it with long notes': fill({}, '辣'.repeat(limits.notesLength - 4)),
  'fills it with events of unknown types': fill({ type: 'dishSung', song: 'x'.repeat(2_000) }),
  'fills it with printer commands': fill({}, '\u001b@'),

  'sends the table refused events': createLiar(true),
  'sends the table events that the server never gets': createLiar(false),

  'reads the whole cart again and again': async (scene) => {
    const query = { merchantId: scene.eve.merchantId, browserId: 'eve' };
    const call = createCaller(scene.address, scene.over);
    await runCrowd(scene, 12, async () => await call(getCart, { ...scene.eve, query }));
  },
  'posts empty changes to read everything': async (scene) => {
    const call = createCaller(scene.address, scene.over);
    await runCrowd(scene, 12, async () => await call(updateCart, { ...scene.eve, body: createBody(scene, []) }));
  },
  'uses many names at the table': async (scene) => {
    const { eve, call } = scene;
    const query = { merchantId: eve.merchantId, browserId: 'eve', known: '{}' };
    await runCrowd(scene, 6, async () => {
      const guest = await registerNewGuest(scene);
      const { data } = await call(getTableByQrcode, { ...guest, params: { id: eve.tableId } });
      const name = { ...eve, ...guest, sessionId: data.sessionId };
      for (let n = 0; n < 600 && scene.isOngoing(); n += 1) await call(getCart, { ...name, query });
    });
  },
  'writes under hundreds of replica ids': async (scene) => {
    const { eve, call } = scene;
    await runCrowd(scene, 2, async (n) => {
      const guest = await registerNewGuest(scene);
      const { data: me } = await call(getMember, guest);
      const { data } = await call(getTableByQrcode, { ...guest, params: { id: eve.tableId } });
      const name = { ...eve, ...guest, userId: me.id, sessionId: data.sessionId! };
      const createReplicaWriter = (replica: number) => createWriter({ ...scene, eve: name }, `${n}.${replica}.${guest.token.slice(-28)}`);
      const events = Array.from({ length: limits.replicasOfDiner }, (_, replica) => createReplicaWriter(replica)('many'));
      await call(updateCart, { ...name, body: createBody(scene, events) });
    });
  },
  'asks for the orders again and again': async (scene) => {
    const { eve, call } = scene;
    await runCrowd(scene, 12, async (n) =>
      n % 2 === 0
        ? await call(getTableActiveOrder, eve)
        : await call(getMemberOrderList, { ...eve, query: { pageIndex: 1 } }),
    );
  },
  'previews an order of everything': async (scene) => {
    const orderItems = Array.from({ length: 190 }, (_, n) => {
      const dish = scene.dishes[n % scene.dishes.length]!;
      return { ...dish, id: `preview-${n}`, quantity: 1, orderItemModifiers: dish.modifiers };
    });
    const body = { orderItems, guests: 2, userCouponIds: [] };
    await runCrowd(scene, 12, async () => await scene.call(previewOrder, { ...scene.eve, body }));
  },
  'changes the name again and again': async (scene) => {
    const { eve, call } = scene;
    const { data } = await call(getMember, eve);
    await runCrowd(scene, 4, async (n) =>
      await call(updateMember, { ...eve, body: { ...data, firstName: `Eve ${n}` } }),
    );
  },
  'requests and disconnects': async (scene) => {
    const { eve, address } = scene;
    const said = {
      [headers.authorization]: `Bearer ${eve.token}`,
      [headers.merchantId]: eve.merchantId,
      [headers.tableId]: eve.tableId,
      'X-Forwarded-For': eve.address ?? '',
    };
    const path = `${getCart.path}?merchantId=${eve.merchantId}&browserId=eve`;
    await runCrowd(scene, 8, async () =>
      await fetch(`${address}${path}`, { headers: said, signal: AbortSignal.timeout(5) }),
    );
  },
  'scans the code again and again': async (scene) => {
    const { eve, call } = scene;
    await runCrowd(scene, 8, async () => await call(getTableByQrcode, { ...eve, params: { id: eve.tableId } }));
  },
  'calls a waiter again and again': async (scene) => {
    const { eve, call } = scene;
    await runCrowd(scene, 4, async (n) => {
      const helpId = `eve-${n}`;
      await call(askHelp, { ...eve, body: { helpId, kind: helpKinds[n % helpKinds.length]! } });
      await call(withdrawHelp, { ...eve, body: { helpId } });
    });
  },
  'reports invented orders': async (scene) => {
    const { eve, call } = scene;
    const dishes = [{ userName: 'x', productId: 'x', name: 'x', quantity: 1 }];
    await runCrowd(scene, 4, async (n) =>
      n % 2 === 0
        ? await call(getPlacement, { ...eve, params: { placementId: `never-${n}` } })
        : await call(reportLostOrder, { ...eve, body: { orderId: `lost-${n}`, serial: '1', at: 1, dishes } }),
    );
  },
  'asks without a token': async (scene) => {
    const { merchantId, address } = scene.eve;
    await runCrowd(scene, 8, async (n) =>
      n % 2 === 0
        ? await scene.call(getAnonymousToken, { merchantId, address })
        : await scene.call(getCart, { merchantId, address, token: 'made-up' }),
    );
  },
  'sends bytes that are no request': async (scene) => {
    await runCrowd(scene, 6, async () => await scene.call(updateCart, { ...scene.eve, body: '{'.repeat(200_000) }));
  },
  'guesses table codes': async (scene) => {
    await runCrowd(scene, 4, async (n) => {
      const guest = await registerNewGuest(scene);
      for (let code = 0; code < 30 && scene.isOngoing(); code += 1)
        await scene.call(getTableByQrcode, { ...guest, params: { id: String(1000 + n * 30 + code) } });
    });
  },
  'guesses the order code': async (scene) => {
    const { eve, call } = scene;
    await call(sendOrderCodeMessage, { ...eve, body: { tableId: eve.tableId } });
    await runCrowd(scene, 6, async (n) =>
      await call(checkOrderCode, { ...eve, params: { code: String(n).padStart(6, '0') } }),
    );
  },
  'asks for login codes and guesses them': async (scene) => {
    const { merchantId, address } = scene.eve;
    await runCrowd(scene, 4, async (n) => {
      const phone = `41555${String(50_000 + n)}`;
      await scene.call(sendPhoneCode, { merchantId, address, body: { phone } });
      const said = { autoRegister: true, autoReceiveCoupon: false, autoFillingName: false };
      await scene.call(login, { merchantId, address, body: { phone, code: '000000', ...said } });
    });
  },
  'guesses the password of the staff': async (scene) => {
    const { merchantId, address } = scene.eve;
    await runCrowd(scene, 4, async (n) =>
      await scene.call(staffLogin, { address, body: { merchantId, password: `guess ${n}` } }),
    );
  },
  'guesses PINs of the staff, with a tablet of theirs and without': async ({ eve, stolen, ...scene }) => {
    const { merchantId } = eve;
    await runCrowd(scene, 6, async (n) => {
      const cookie = n % 3 === 0 ? '' : stolen.cookie;
      const address = n % 2 === 0 ? eve.address : `198.51.100.${n % 250}`;
      const personId = n % 5 === 0 ? `nobody-${n}` : stolen.personIds[n % stolen.personIds.length]!;
      const body = { merchantId, personId, pin: String(1_000 + (n % 9_000)) };
      await scene.call(loginWithPin, { address, headers: { cookie }, body });
      await scene.call(staffDoor, { address, query: { merchantId } });
    });
  },
  'pretends to be the staff': async (scene) => {
    await runCrowd(scene, 4, async (n) =>
      n % 2 === 0
        ? await scene.call(staffOverview, { ...scene.eve })
        : await scene.call(setSoldOut, { ...scene.eve, body: { productId: '1', soldOut: true } }),
    );
  },
  'orders again and again': async (scene) => {
    await runCrowd(scene, 4, async (n) => {
      const body = { orderItems: [], placementId: `eve-${n}`, seen: {} };
      await scene.call(placeOrder, { ...scene.eve, body });
    });
  },
  'places an order that is too long to read': async (scene) => {
    const replica = `glutton${(replicas += 1)}`;
    const write = createWriter(scene, replica);
    await runCrowd(scene, 1, async (n) => {
      const added = Array.from({ length: 190 }, (_, line) => write(`${n}.${line}${'\n辣'.repeat(40)}`));
      await scene.call(updateCart, { ...scene.eve, body: createBody(scene, added) });
      const orderItems = added.map(({ item, quantity, id }) => {
        return { ...item, id, quantity, orderItemModifiers: item.modifiers };
      });
      const body = { orderItems, placementId: `${replica}-${n}`, seen: { [replica]: 190 * n } };
      await scene.call(placeOrder, { ...scene.eve, body });
      await scene.call(getTableActiveOrder, scene.eve);
    });
  },
  // For each change the server reads which lines the unseen orders took (O3).
  'changes ordered dishes': async (scene) => {
    const replica = `eater${(replicas += 1)}`;
    const write = createWriter(scene, replica);
    const ordered: string[] = [];
    await runCrowd(scene, 1, async (n) => {
      const changes = Array.from({ length: n > 1 ? 90 : 0 }, (_, index) =>
        write('', { type: 'itemDecreased', lineId: ordered[index % ordered.length] }),
      );
      const dish = write('');
      await scene.call(updateCart, { ...scene.eve, body: createBody(scene, [...changes, dish]) });
      const { item, quantity, id } = dish;
      const orderItems = [{ ...item, id, quantity, orderItemModifiers: item.modifiers }];
      const seen = { [replica]: Number(id.split(':')[1]) };
      await scene.call(placeOrder, { ...scene.eve, body: { orderItems, placementId: id.replace(':', '-'), seen } });
      ordered.push(id);
    });
  },
  'opens connections to the hub': async (scene) => {
    const open: WebPubSubClient[] = [];
    await runCrowd(scene, 6, async () => open.push((await openGroupClient(scene)).client));
    for (const client of open) client.stop();
  },
  'connects again for each message': async (scene) => {
    const { url, group } = await groupAccess(scene);
    const text = JSON.stringify({ type: 'sendToGroup', group, dataType: 'json', data: shout });
    await runCrowd(scene, 4, async () => {
      const socket = new WebSocket(url, 'json.webpubsub.azure.v1');
      // A refused socket emits `close` too.
      socket.on('error', () => undefined);
      socket.on('open', () => {
        for (let n = 0; n < 12; n += 1) socket.send(text);
        socket.close();
      });
      await once(socket, 'close');
    });
  },
  'floods the group': async (scene) => {
    await runCrowd(scene, 3, async () => {
      const { client, group } = await openGroupClient(scene);
      try {
        while (scene.isOngoing()) await client.sendToGroup(group, shout, 'json', { noEcho: true, fireAndForget: true });
      } finally {
        client.stop();
      }
    });
  },

  ...tabletAttacks,
}; // prettier-ignore
