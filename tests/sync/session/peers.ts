/** An honest phone of another diner, with random actions. */
import type { MessageType } from '#contract/messages.ts';
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import type { CartEvent } from '#events/cart/registry.ts';
import { clockStart, isAhead, createNextStamp, type Stamp } from '#events/log/clock.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { createItemDecreased } from '#events/cart/item-decreased.ts';
import { EventTable } from '#testing/event-table.ts';
import type { SnapshotTable } from '#testing/snapshot-table.ts';
import { createItem } from '#testing/simulated-menu.ts';
import type { Dice } from '#tests/oracle/dice.ts';
import type { HonestServer } from '#testing/honest-server.ts';

/** A message to the table's group, as JSON. */
export interface PeerMessage {
  readonly messageType: MessageType | 'news';
  readonly data: Readonly<Record<string, unknown>>;
}

const mei = 'u2';

/** Each call changes the table's cart and returns the message that the peer's phone sends. */
export type Peer = (dice: Dice) => PeerMessage;

export function createPeer(server: HonestServer): Peer {
  return server instanceof EventTable ? createEventPeer(server) : snapshotPeerAt(server);
}

/** The message with which the server announces what it knows (CX8). */
export function createHint(server: HonestServer): PeerMessage | undefined {
  if (!(server instanceof EventTable)) return undefined;
  const { version, sessionId, known } = server.log;
  return { messageType: 'cartChanged', data: { version, sessionId, known } };
}

function createEventPeer(table: EventTable): Peer {
  let replica = 2;
  let seq = 0;
  let clock: Stamp = clockStart;

  const create = (build: (fields: EventFields) => CartEvent): CartEvent => {
    // The server would reject an event this far ahead, so an honest phone continues under another replica id.
    if (isAhead(clock, table.now())) {
      clock = clockStart;
      replica += 1;
      seq = 0;
    }
    clock = createNextStamp(clock, table.now());
    seq += 1;
    const seen = table.log.known;
    return build({ id: `p${replica}:${seq}`, at: clock, seen, userId: mei, userName: 'Mei' });
  };
  return (dice) => {
    const lines = table.carts.find(({ userId }) => userId === mei)?.lines ?? [];
    const line = lines.length > 0 ? dice.one(lines) : undefined;
    const event = create((fields): CartEvent => {
      if (dice.below(8) === 0) return createCartCleared(fields, { scope: 'table' });
      if (line && dice.below(3) === 0)
        return createItemDecreased(fields, { lineId: line.lineId, item: line.item, quantity: 1 });
      return createItemAdded(fields, {
        lineId: fields.id,
        item: createItem(dice.below(4), 0, 0),
        quantity: 1,
      });
    });
    table.take(mei, [event], {});
    const types = { itemAdded: 'addCartItem', itemDecreased: 'decreaseCartItem', cartCleared: 'clearCart' };
    const messageType = types[event.type as keyof typeof types] as MessageType;
    const { version, sessionId } = table.log;
    return { messageType, data: { userName: 'Mei', version, sessionId, events: [event] } };
  };
}

function snapshotPeerAt(table: SnapshotTable): Peer {
  return (dice) => {
    table.addLine(mei, `p${dice.below(4)}`);
    return { messageType: 'addCartItem', data: { userName: 'Mei', product: 'Soup', quantity: 1 } };
  };
}
