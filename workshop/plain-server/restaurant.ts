import {
  copyOfRow,
  deleteRow,
  placeOf,
  setSession,
  tableCart,
  updateCart,
  writeRow,
  detailOf,
  type Place,
} from './orders/carts.ts';
import type { CallName } from './http/calls.ts';
import {
  openHouse,
  type Asker,
  type House,
  type Person,
  type RestaurantOptions,
  type Table,
} from './house.ts';
import { fieldsOf, idOf, numberOf, textOf } from './wire/loose.ts';
import * as merchant from './menu/merchant-answers.ts';
import * as answers from './orders/order-answers.ts';
import { tellCartChange, tellOfDiner } from './messages.ts';
import * as orders from './orders/orders.ts';
import * as people from './people.ts';
import { codes, isRefusal, refusal, type Refusal } from './wire/refusal.ts';
import { Staff } from './staff.ts';
import { takePlanned, type Switches } from './switches/switches.ts';
import { badAnswer, goodAnswer, type WireAnswer } from './wire/wire.ts';

/** Gives the address under which a person reaches the table group. */
export type AccessUrl = (userId: string, group: string) => Promise<string>;

/**
 * A restaurant's server without network: one method for each call of the contract.
 * Each takes who asks and what the request says, and gives what goes out over the wire.
 */
export class PlainRestaurant {
  /** May be changed at any time. */
  readonly switches: Switches;
  readonly staff: Staff;
  readonly #house: House;
  #cartRequests = 0;

  constructor(options: RestaurantOptions) {
    this.#house = openHouse(options);
    this.switches = this.#house.switches;
    this.staff = new Staff(this.#house);
  }

  /** The merchant's id, and each table with the digits of its QR code. */
  get signs(): { merchantId: string; tables: Table[] } {
    return { merchantId: this.#house.merchantId, tables: [...this.#house.tables.values()] };
  }

  /** Where pictures are served; known only once the server listens. */
  set publicAddress(address: string) {
    this.#house.publicAddress = address;
  }

  tinyMerchant(_asker: Asker, params: unknown): WireAnswer {
    return this.#answer('tinyMerchant', () => merchant.tinyMerchant(this.#house, params));
  }

  home(_asker: Asker): WireAnswer {
    return this.#answer('home', () => merchant.home(this.#house));
  }

  productsByCategories(_asker: Asker, params: unknown): WireAnswer {
    return this.#answer('productsByCategories', () => merchant.productsByCategories(this.#house, params));
  }

  search(_asker: Asker, params: unknown): WireAnswer {
    return this.#answer('search', () => merchant.search(this.#house, params));
  }

  /** Staff are told the code on their own way; the answer says that they were. */
  sendOrderCode(asker: Asker, body: unknown): WireAnswer {
    return this.#answer('sendOrderCode', () => {
      const table = this.#tableOf(idOf(fieldsOf(body)['tableId']) ?? idOf(asker.tableId));
      return table ? true : refusal(codes.tableUnavailable, 'This table is not available');
    });
  }

  qrcodeInfo(_asker: Asker, qrcodeId: unknown): WireAnswer {
    return this.#answer('qrcodeInfo', () => merchant.qrcodeInfo(this.#house, qrcodeId));
  }

  orderCodeValid(asker: Asker, code: unknown): WireAnswer {
    return this.#answer('orderCodeValid', () =>
      merchant.orderCodeValid(this.#house, this.#tableOf(idOf(asker.tableId)), code),
    );
  }

  phoneCode(asker: Asker, body: unknown): WireAnswer {
    return this.#answer('phoneCode', () => people.sendPhoneCode(this.#house, asker, body));
  }

  login(_asker: Asker, body: unknown): WireAnswer {
    return this.#answer('login', () => {
      const entry = people.logIn(this.#house, body);
      return isRefusal(entry) ? entry : merchant.memberAnswer(this.#house, entry.person, entry.token);
    });
  }

  getMember(asker: Asker): WireAnswer {
    return this.#answer('getMember', () =>
      this.#as(people.whoAsks(this.#house, asker), (person) =>
        merchant.memberAnswer(this.#house, person, asker.token),
      ),
    );
  }

  updateMember(asker: Asker, body: unknown): WireAnswer {
    return this.#answer('updateMember', () =>
      this.#as(people.updatePerson(this.#house, asker, body), (person) =>
        merchant.memberAnswer(this.#house, person, asker.token),
      ),
    );
  }

  registerGuest(asker: Asker): WireAnswer {
    return this.#answer('registerGuest', () => {
      const { person, token } = people.registerGuest(this.#house, asker);
      return merchant.memberAnswer(this.#house, person, token);
    });
  }

  hasProcessingOrder(asker: Asker): WireAnswer {
    return this.#answer('hasProcessingOrder', () =>
      this.#at(asker, {}, ({ cart, person }) => {
        const own = orders.ordersOf(this.#house, person);
        const isOpen = own.some((each) => each.status === orders.orderStatus.progressing);
        return isOpen || orders.openOrder(this.#house, cart) !== undefined;
      }),
    );
  }

  memberOrderList(asker: Asker, params: unknown): WireAnswer {
    return this.#answer('memberOrderList', () =>
      this.#as(people.whoAsks(this.#house, asker), (person) => {
        const page = Math.max(1, numberOf(fieldsOf(params)['page']) ?? 1);
        const size = Math.max(1, numberOf(fieldsOf(params)['pageSize']) ?? 15);
        return orders
          .ordersOf(this.#house, person)
          .slice((page - 1) * size, page * size)
          .map((each) => answers.orderAnswer(this.#house, each));
      }),
    );
  }

  orderDetail(asker: Asker, params: unknown): WireAnswer {
    return this.#answer('orderDetail', () =>
      this.#as(people.whoAsks(this.#house, asker), () => {
        const order = orders.orderNamed(this.#house, fieldsOf(params));
        return order ? answers.orderAnswer(this.#house, order) : refusal(codes.notFound, 'No such order');
      }),
    );
  }

  placeOrder(asker: Asker, body: unknown): WireAnswer {
    return this.#answer('placeOrder', () => {
      const order = orders.placeOrder(this.#house, asker, body);
      if (isRefusal(order)) return order;
      if (order.table) tellOfDiner(this.#house, asker, order.table.id, { type: 'placeOrder' });
      const answer = answers.orderAnswer(this.#house, order);
      return this.switches.placedOrder === 'wrapped' ? { order: answer } : answer;
    });
  }

  preview(asker: Asker, body: unknown): WireAnswer {
    return this.#answer('preview', () => {
      const preview = orders.previewOrder(this.#house, asker, body);
      return isRefusal(preview) ? preview : answers.previewAnswer(this.#house, preview);
    });
  }

  /** The open order of the asker's table, or null. */
  tableActiveOrder(asker: Asker): WireAnswer {
    return this.#answer('tableActiveOrder', () =>
      this.#at(asker, {}, ({ cart }) => {
        const order = orders.openOrder(this.#house, cart);
        return order ? answers.orderAnswer(this.#house, order) : null;
      }),
    );
  }

  updateCart(asker: Asker, body: unknown): WireAnswer {
    let written: Place | undefined;
    const answer = this.#answer('updateCart', () => {
      const before = this.#at(asker, body, ({ cart }) => copyOfRow(this.#house, cart));
      const place = updateCart(this.#house, asker, body);
      if (isRefusal(place) || isRefusal(before)) return place;
      written = place;
      tellCartChange(this.#house, asker, place, before);
      return answers.cartAsOrder(this.#house, place, 'post');
    });
    if (written) this.#letOthersWrite(written);
    return answer;
  }

  getCart(asker: Asker, params: unknown = {}): WireAnswer {
    return this.#answer('getCart', () =>
      this.#at(asker, params, (place) => answers.cartAnswer(this.#house, place)),
    );
  }

  /** Starts the table session, with the guest count and order type that the request names. */
  initialize(asker: Asker, body: unknown): WireAnswer {
    return this.#answer('initialize', () =>
      this.#at(asker, body, (place) => {
        const fields = detailOf(body);
        const names = ['guests', 'guestCount', 'type', 'orderType'];
        if (names.some((each) => numberOf(fields[each]) !== undefined)) {
          writeRow(this.#house, place.cart, (row) => setSession(row, fields));
        }
        return answers.sessionAnswer(this.#house, place);
      }),
    );
  }

  getGuests(asker: Asker): WireAnswer {
    return this.#answer('getGuests', () =>
      this.#at(asker, {}, ({ cart }) => answers.guestsOf(this.#house, cart)),
    );
  }

  /** Deletes the cart's row: everybody's lines, guest count and order type. */
  clearCart(asker: Asker): WireAnswer {
    return this.#answer('clearCart', () =>
      this.#at(asker, {}, ({ cart, table }) => {
        deleteRow(this.#house, cart);
        if (table) tellOfDiner(this.#house, asker, table.id, { type: 'clearCart' });
        return null;
      }),
    );
  }

  /** Where to reach the table group; `accessUrl` makes the address. */
  async negotiate(_asker: Asker, params: unknown, accessUrl: AccessUrl): Promise<WireAnswer> {
    // The phone joins the group by the table id as it knows it, so that very text names it.
    const group = textOf(fieldsOf(params)['tableId']) ?? '';
    const userId = textOf(fieldsOf(params)['userId']) ?? '';
    const url = this.#tableOf(idOf(group)) ? await accessUrl(userId, group) : undefined;
    return this.#answer(
      'negotiate',
      () => url ?? refusal(codes.tableUnavailable, 'This table is not available'),
    );
  }

  #answer(call: CallName, run: () => unknown): WireAnswer {
    const planned = takePlanned(this.switches.refusals, call);
    const result = planned ? refusal(planned.code, planned.msg) : run();
    return isRefusal(result) ? badAnswer(this.switches, result) : goodAnswer(this.switches, result);
  }

  #as(person: Person | Refusal, run: (person: Person) => unknown): unknown {
    return isRefusal(person) ? person : run(person);
  }

  #at<T>(asker: Asker, body: unknown, run: (place: Place) => T): T | Refusal {
    const place = placeOf(this.#house, asker, body);
    return isRefusal(place) ? place : run(place);
  }

  #tableOf(tableId: string | undefined): Table | undefined {
    const table = this.#house.tables.get(tableId ?? '');
    return table?.available ? table : undefined;
  }

  #letOthersWrite({ table, person, cart }: Place): void {
    if (!table || cart !== tableCart(table.id)) return;
    this.#cartRequests += 1;
    if (this.#cartRequests % Math.max(1, this.switches.othersWriteEvery) === 0) {
      this.staff.interfere(table.id, person.id);
    }
  }
}
