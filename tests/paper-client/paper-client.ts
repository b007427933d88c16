/**
 * A client written from the specification alone, like the phone app of another maker. It imports nothing of the product.
 * Options decide what the specification leaves open, and the tests try every choice.
 */
import { WebPubSubClient } from '@azure/web-pubsub-client';

export type Fields = Record<string, unknown>;

/** Where the client names the restaurant or the table, which the specification has as header and as parameter. */
export type Place = 'header' | 'query' | 'body' | 'nowhere';

/** How the client writes a list in the query. */
export type ListStyle = 'repeated' | 'brackets' | 'commas';

export interface PaperOptions {
  api: string;
  merchantId: string;
  merchantIn?: Place;
  tableIn?: Place;
  lists?: ListStyle;
  language?: string;
}

/** The fields that this client reads. Each answer has some of them. */
export interface Data extends Record<'id' | 'token' | 'tableId' | 'tableName', string> {
  readonly guests: number;
  readonly categories: readonly { readonly name: string; readonly products: readonly Fields[] }[];
  readonly necessarySettingValues: readonly Fields[];
  readonly userCarts: readonly { readonly userId: string; readonly orderItems: readonly Fields[] }[];
  readonly order: { readonly id: string; readonly guests: number };
  readonly list: readonly Fields[];
}

/** The specification's envelope: success, code, msg, data. */
export interface Answer {
  status: number;
  success: boolean;
  code: number;
  msg: unknown;
  data: Data;
}

export interface GroupMessage {
  fromBrowserId: string;
  messageType: string;
  data: Fields;
}

/** The messages of the specification. The client only logs others. */
const messageTypes =
  /^((add|decrease)CartItem|placeOrder|updateOrder|closeInactiveDialog|editCartItemNotes|clearCart|updateGuestNumber|updateOrderType)$/;

export class PaperClient {
  token = '';
  member: Fields = {};
  tableId = '';
  tableName = '';
  orderCode = '';
  /** The order in the server's last answer to a change of the cart. */
  order: Fields = {};
  readonly received: GroupMessage[] = [];
  readonly logged: GroupMessage[] = [];
  readonly browserId: string = crypto.randomUUID();
  #options: Required<PaperOptions>;
  #live: WebPubSubClient | undefined;

  constructor(options: PaperOptions) {
    this.#options = {
      merchantIn: 'header',
      tableIn: 'header',
      lists: 'repeated',
      language: 'en-US',
      ...options,
    };
  }

  // The menu

  tinyMerchant(enums: number[] = [18001, 18002, 8003, 18005]) {
    return this.call('GET', '/api/merchant/tiny-merchant', {
      query: { id: this.#options.merchantId, settingValueEnums: enums },
    });
  }
  home = () => this.call('GET', '/api/member/merchant/home');
  products = (query: Fields = {}) =>
    this.call('GET', '/api/member/merchant/products-by-categories', { query });
  search = (query: Fields) => this.call('GET', '/api/member/merchant/search', { query });

  // The diner

  async registerGuest(): Promise<Answer> {
    return this.#becomeMember(await this.call('POST', '/api/member/register/guest'));
  }
  sendPhoneCode = (phone: string) => this.call('POST', '/api/member/phone/code', { body: { phone } });
  async login(phone: string, code: string): Promise<Answer> {
    const body = { phone, code, autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };
    return this.#becomeMember(await this.call('POST', '/api/member/login', { body }));
  }
  getMember = () => this.call('GET', '/api/member');
  putMember = (body: Fields) => this.call('PUT', '/api/member', { body });

  // The table

  async scan(qrcodeId: string): Promise<Answer> {
    const answer = await this.call('GET', `/api/merchant/table/qrcode/info/${qrcodeId}`);
    if (answer.success) {
      this.tableId = answer.data.tableId;
      this.tableName = answer.data.tableName;
    }
    return answer;
  }
  sendOrderCode = () =>
    this.call('POST', '/api/merchant/message/send-order-code-message', { body: { tableId: this.tableId } });
  checkOrderCode = (code: string) => this.call('GET', `/api/merchant/table/order-code/valid/${code}`);

  // The cart

  initialize = (body?: Fields) => this.call('POST', '/api/shoppingCart/initialize', { body });
  getCart = () => this.call('GET', '/api/shoppingCart', { query: { browserId: this.browserId } });
  getGuests = () => this.call('GET', '/api/shoppingCart/guests');
  clearCart = () => this.call('DELETE', '/api/shoppingCart/clear');
  /** `fields` are order fields next to the lines, e.g. guests. */
  async postCart(orderItems: Fields[], fields: Fields = {}): Promise<Answer> {
    const answer = await this.call('POST', '/api/shoppingCart', { body: { orderItems, ...fields } });
    if (answer.success) this.order = { ...answer.data };
    return answer;
  }

  /** The lines of one diner, by default this client's own. */
  async lines(userId: unknown = this.member.id): Promise<Fields[]> {
    const { data } = await this.getCart();
    return data.userCarts.find((cart) => cart.userId === userId)?.orderItems.slice() ?? [];
  }

  // Orders

  preview = (orderItems: Fields[], fields: Fields = {}) =>
    this.call('POST', '/api/merchant/order/preview', { body: this.#orderBody(orderItems, fields) });
  placeOrder = (orderItems: Fields[], fields: Fields = {}) =>
    this.call('POST', '/api/member/order', {
      body: {
        ...this.#orderBody(orderItems, fields),
        tableName: this.tableName,
        extraInfo: JSON.stringify({ webDineInOrderType: 4 }),
      },
    });
  hasProcessingOrder = () => this.call('GET', '/api/merchant/order/has-processing-order');
  tableActiveOrder = () => this.call('GET', '/api/merchant/order/table-active-order');
  orderList = (query: Fields = { pageSize: 15 }) =>
    this.call('GET', '/api/merchant/order/member-order-list', { query });
  orderDetail = (query: Fields) => this.call('GET', '/api/merchant/order/detailForMember', { query });

  // Real time

  negotiate = () =>
    this.call('GET', '/api/system/web-pub-sub/scan-order-negotiate', {
      query: { userId: this.member.id, tableId: this.tableId },
    });

  /** Connects and joins the group named by the table id, as the specification says. */
  async goLive(group = this.tableId): Promise<void> {
    this.#live = new WebPubSubClient(
      {
        getClientAccessUrl: async () => {
          const answer = await this.negotiate();
          if (!answer.success) throw new Error(`No access URL: ${String(answer.msg)}`);
          // The data is the URL itself.
          return answer.data as unknown as string;
        },
      },
      { autoReconnect: true, autoRejoinGroups: true, messageRetryOptions: { maxRetries: 0 } },
    );
    this.#live.on('group-message', ({ message }) => {
      const said = message.data as GroupMessage;
      if (said.fromBrowserId === this.browserId) return;
      (messageTypes.test(said.messageType) ? this.received : this.logged).push(said);
    });
    await this.#live.start();
    await this.join(group);
  }
  async join(group: string): Promise<void> {
    await this.#live?.joinGroup(group);
  }
  async tell(messageType: string, data: unknown, group = this.tableId): Promise<void> {
    const message = { fromBrowserId: this.browserId, messageType, data };
    await this.#live?.sendToGroup(group, message, 'json');
  }
  stop(): void {
    this.#live?.stop();
  }

  /** One call. The header `tableId` is sent only when a table is known. */
  async call(method: string, path: string, { query = {}, body }: { query?: Fields; body?: Fields } = {}) {
    const { api, merchantId, merchantIn, tableIn, language } = this.#options;
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'accept-language': language,
      'Guest-Account-Identifier': `paper-${this.browserId}`,
      ...(this.token !== '' && { authorization: `Bearer ${this.token}` }),
    };
    const facts: Record<Place, Fields> = { header: {}, query: {}, body: {}, nowhere: {} };
    facts[merchantIn].merchantId = merchantId;
    if (this.tableId !== '') facts[tableIn].tableId = this.tableId;
    for (const [name, value] of Object.entries(facts.header)) headers[name] = String(value);
    const hasBody = body !== undefined || (method !== 'GET' && Object.keys(facts.body).length > 0);
    const response = await fetch(api + path + this.#search({ ...facts.query, ...query }), {
      method,
      headers,
      ...(hasBody && { body: JSON.stringify({ ...facts.body, ...body }) }),
    });
    const text = await response.text();
    // The specification wants ids of more than 15 digits read as strings.
    const envelope: Fields =
      text === '' ? {} : JSON.parse(text.replace(/([:[,]\s*)(\d{16,})(?=\s*[,\]}])/gu, '$1"$2"'));
    return { ...envelope, status: response.status } as Answer;
  }

  #search(query: Fields): string {
    const pairs = Object.entries(query).flatMap(([name, value]) => {
      if (value === undefined) return [];
      if (!Array.isArray(value)) return [[name, `${value as string | number}`]];
      if (this.#options.lists === 'commas') return [[name, value.join(',')]];
      const listName = this.#options.lists === 'brackets' ? `${name}[]` : name;
      return value.map((one) => [listName, String(one)]);
    });
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
  }

  /** "The order plus orderItems, memberId, tableId, orderCode, userCouponIds, cartRowVersion." */
  #orderBody(orderItems: Fields[], fields: Fields): Fields {
    return {
      ...this.order,
      orderItems,
      memberId: this.member.id,
      tableId: this.tableId,
      orderCode: this.orderCode,
      userCouponIds: [],
      ...fields,
    };
  }

  #becomeMember(answer: Answer): Answer {
    if (answer.success) {
      this.member = { ...answer.data };
      this.token = answer.data.token;
    }
    return answer;
  }
}
