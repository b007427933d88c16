import type { Asking, Line, World } from './state.ts';
import { toCount, toId, toEnum, writeWire } from './wire.ts';
import { encodeLine, orderTypeWords } from './encode.ts';

/** Messages that the server publishes to the group of a table after it changed something. */

const messageWords = [
  'add cart item',
  'decrease cart item',
  'place order',
  'update order',
  'close inactive dialog',
  'edit cart item notes',
  'clear cart',
  'update guest number',
  'update order type',
] as const;
export type MessageWords = (typeof messageWords)[number];

function spellType(world: World, type: MessageWords): string | number {
  const words = type.split(' ');
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  switch (world.switches.messageTypes) {
    case 'camel':
      return pascal.charAt(0).toLowerCase() + pascal.slice(1);
    case 'pascal':
      return pascal;
    case 'snake':
      return words.join('_');
    case 'upper':
      return words.join('_').toUpperCase();
    case 'kebab':
      return words.join('-');
    case 'number':
      return messageWords.indexOf(type);
    case 'words':
      return type;
  }
}

/** Publishes a message. In an object, ids stay text, because a JavaScript number cannot hold all their digits. */
export function publish(
  world: World,
  tableId: string | undefined,
  browserId: string | undefined,
  type: MessageWords,
  data: unknown,
): void {
  const { switches } = world;
  if (tableId === undefined || switches.groupSent === 'phonesOnly') return;
  const dataText = writeWire(data, switches) ?? 'null';
  const from =
    switches.messageFrom === 'absent'
      ? {}
      : { fromBrowserId: switches.messageFrom === 'asker' ? (browserId ?? 'server') : 'server' };
  const message = {
    ...from,
    messageType: spellType(world, type),
    data: switches.messageForm === 'dataText' ? dataText : data,
  };
  const text = writeWire(message, switches) ?? 'null';
  if (switches.messageForm === 'jsonText') return world.tell(tableId, text);
  const asText: World['switches'] = { ...switches, idForm: 'text' };
  const object: unknown = JSON.parse(writeWire(message, asText) ?? 'null');
  world.tell(tableId, switches.messageForm === 'wrapped' ? { message: object } : object);
}

function encodeUser(world: World, personId: string | undefined): object {
  const name = personId === undefined ? 'Staff' : (world.people.get(personId)?.firstName ?? '');
  if (world.switches.messageUser === 'absent') return {};
  return world.switches.messageUser === 'userName'
    ? { userName: name }
    : { user: { id: toId(personId), name } };
}

function encodeMessageProduct(world: World, line: Line): unknown {
  const name = world.products.get(line.productId)?.product.name;
  switch (world.switches.messageProduct) {
    case 'line':
      return encodeLine(world, line);
    case 'name':
      return name;
    case 'id':
      return toId(line.productId);
    case 'nameObject':
      return { id: toId(line.productId), name };
  }
}

/** `change` is the difference in quantity. A change of 0 means that the notes or options changed. */
export function publishLine(
  world: World,
  tableId: string | undefined,
  browserId: string | undefined,
  personId: string | undefined,
  line: Line,
  change: number,
): void {
  const type = change > 0 ? 'add cart item' : change < 0 ? 'decrease cart item' : 'edit cart item notes';
  publish(world, tableId, browserId, type, {
    ...encodeUser(world, personId),
    product: encodeMessageProduct(world, line),
    quantity: toCount(Math.abs(change)),
  });
}

export function publishSimple(
  asking: Asking,
  type: 'place order' | 'update order' | 'clear cart',
  more: object = {},
): void {
  publish(asking.world, asking.tableId, asking.browserId, type, {
    ...encodeUser(asking.world, asking.person?.id),
    ...more,
  });
}

export function publishGuests(asking: Asking, guests: number): void {
  const { messageGuests } = asking.world.switches;
  publish(
    asking.world,
    asking.tableId,
    asking.browserId,
    'update guest number',
    messageGuests === 'bare' ? toCount(guests) : { [messageGuests]: toCount(guests) },
  );
}

export function publishOrderType(asking: Asking, type: number): void {
  const { messageOrderType } = asking.world.switches;
  const value = toEnum(type, orderTypeWords[type] ?? 'dine-in');
  publish(
    asking.world,
    asking.tableId,
    asking.browserId,
    'update order type',
    messageOrderType === 'bare' ? value : { [messageOrderType]: value },
  );
}
