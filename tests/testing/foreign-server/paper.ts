import { builtInTables, builtInSettings } from '#testing/foreign-server/menus.ts';
import {
  ForeignRestaurant,
  type Answer,
  type RestaurantOptions,
} from '#testing/foreign-server/restaurant.ts';
import { parseWire } from '#testing/foreign-server/core/wire.ts';
import type { Switches } from '#testing/foreign-server/switches.ts';

/** A small client in memory. It sends requests to the core and shows what came back. */
export interface Reply {
  status: number;
  contentType: string;
  text: string;
  json: unknown;
  code: unknown;
  data: unknown;
}
export interface Room {
  restaurant: ForeignRestaurant;
  messages: { group: string; message: unknown }[];
  clock: { ms: number };
}

export const table = builtInTables[0]!;
export const createDishId = (number: number): string => `1805000000000000${number}`;

export function openRoom(switches: Partial<Switches> = {}, more: Partial<RestaurantOptions> = {}): Room {
  const messages: Room['messages'] = [];
  const clock = { ms: 1_790_000_000_000 };
  let seed = 7;
  const drawRandom = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const restaurant = new ForeignRestaurant({
    now: () => clock.ms,
    drawRandom,
    tell: (group, message) => messages.push({ group, message }),
    switches,
    ...more,
  });
  return { restaurant, messages, clock };
}

export class Phone {
  token = '';
  readonly room: Room;
  readonly name: string;
  tableId: string | undefined = table.id;
  constructor(room: Room, name: string) {
    this.room = room;
    this.name = name;
  }

  send(method: string, path: string, body?: unknown, query: Record<string, string> = {}): Reply {
    const headers: Record<string, string> = {
      'guest-account-identifier': `print-${this.name}`,
      merchantid: builtInSettings.merchantId,
      'x-forwarded-for': this.name,
      'accept-language': 'en-US',
    };
    if (this.tableId !== undefined) headers.tableid = this.tableId;
    if (this.token !== '') headers.authorization = `Bearer ${this.token}`;
    const both = {
      merchantId: builtInSettings.merchantId,
      browserId: `browser-${this.name}`,
      ...(this.tableId === undefined ? {} : { tableId: this.tableId }),
      ...query,
    };
    return readReply(
      this.room.restaurant.answer({
        method,
        path,
        query: both,
        headers,
        body: body === undefined ? undefined : parseWire(JSON.stringify(body)),
      }),
    );
  }

  register(): Reply {
    const reply = this.send('POST', '/api/member/register/guest', {});
    this.token = findToken(reply.data);
    return reply;
  }

  logIn(phone = '(415) 555-0123'): Reply {
    this.send('POST', '/api/member/phone/code', { phone });
    const code = this.room.restaurant.staff.codeSentTo(phone);
    const reply = this.send('POST', '/api/member/login', {
      phone,
      code,
      autoRegister: true,
      autoReceiveCoupon: true,
      autoFillingName: true,
    });
    this.token = findToken(reply.data);
    return reply;
  }

  post(lines: object[], more: object = {}): Reply {
    return this.send('POST', '/api/shoppingCart', {
      merchantId: builtInSettings.merchantId,
      orderDetail: { tableId: this.tableId, guests: 2, orderItems: lines, ...more },
    });
  }

  order(more: object = {}): Reply {
    return this.send('POST', '/api/member/order', {
      orderItems: [{ id: '0', productId: createDishId(101), quantity: 2 }],
      tableName: table.name,
      tableId: this.tableId,
      ...more,
    });
  }
}

export function readReply(answer: Answer): Reply {
  let json: unknown;
  try {
    json = parseWire(answer.text);
  } catch {
    json = undefined;
  }
  const fields = (json ?? {}) as { code?: unknown; data?: unknown };
  return { ...answer, json, code: fields.code, data: fields.data };
}

export function findToken(data: unknown): string {
  if (typeof data === 'string') return data;
  const fields = data as { token?: string; member?: { token?: string } };
  return fields.token ?? '';
}

/** A line of the menu's first dish, which has no options. */
export const line = (productId: string, quantity: number, more: object = {}): object => ({
  id: '0',
  productId,
  quantity,
  notes: '',
  orderItemModifiers: [],
  ...more,
});
