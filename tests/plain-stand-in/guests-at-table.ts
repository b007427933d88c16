import type { Asker, GroupMessage, RestaurantOptions } from '../../workshop/plain-server/house.ts';
import { fieldsOf, listOf, type Fields } from '#workshop/plain-server/wire/loose.ts';
import { PlainRestaurant } from '../../workshop/plain-server/restaurant.ts';
import type { WireAnswer } from '#workshop/plain-server/wire/wire.ts';

/** A restaurant in virtual time that remembers what it told the table groups. */
export interface Evening {
  restaurant: PlainRestaurant;
  told: { group: string; message: GroupMessage }[];
  /** Moves the clock on by some ms. */
  pass: (ms: number) => void;
}

/** Opens a restaurant at 2026-01-01 with a repeatable source of chance. */
export function openEvening(options: Partial<RestaurantOptions> = {}): Evening {
  let now = Date.parse('2026-01-01T18:00:00Z');
  let seed = 1;
  const told: Evening['told'] = [];
  const restaurant = new PlainRestaurant({
    now: () => now,
    random: () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    },
    tell: (group, message) => told.push({ group, message }),
    ...options,
  });
  return {
    restaurant,
    told,
    pass: (ms) => {
      now += ms;
    },
  };
}

/** A registered member at table 7. */
export function memberAtTable(restaurant: PlainRestaurant, phone: string, tableId = '7'): Asker {
  restaurant.phoneCode({ address: phone }, { phone });
  const code = restaurant.staff.codeSentTo(phone);
  const login = restaurant.login({}, { phone, code, autoRegister: true, autoReceiveCoupon: true });
  return { token: String(dataOf(login)['token']), tableId, browserId: `browser of ${phone}` };
}

/** The whole body of an answer. */
export function bodyOf(answer: WireAnswer): Fields {
  return fieldsOf(JSON.parse(answer.json));
}

/** The data of an answer, as an object. */
export function dataOf(answer: WireAnswer): Fields {
  return fieldsOf(bodyOf(answer)['data']);
}

/** What all diners have in the cart, as `quantity x product id`. */
export function dishes(cart: Fields): string[] {
  return listOf(cart['userCarts'])
    .flatMap((each) => listOf(fieldsOf(each)['orderItems']))
    .map(fieldsOf)
    .map((each) => `${String(each['quantity'])} x ${String(each['productId'])}`);
}

/** The first line of the first diner. */
export function firstLine(cart: Fields): Fields {
  return fieldsOf(listOf(fieldsOf(listOf(cart['userCarts'])[0])['orderItems'])[0]);
}

/** A cart request with these products, one each, as new lines. */
export function cartOf(...productIds: number[]): object {
  return { merchantId: 101, orderItems: productIds.map((productId) => ({ id: 0, productId, quantity: 1 })) };
}
