import { answerRefusal, answerWith } from './core/answers.ts';
import { findCall, type Call } from './core/calls.ts';
import { consumeFault } from './core/faults.ts';
import { readFields, readFirst, readId, readText } from './core/input.ts';
import { findSender } from './core/members.ts';
import {
  createPerson,
  Refusal,
  type Answer,
  type Asking,
  type KnownPerson,
  type Menu,
  type PlacedProduct,
  type Request,
  type Settings,
  type Table,
  type World,
} from './core/state.ts';
import { Staff } from './core/staff.ts';
import { builtInMenus, builtInSettings, builtInTables } from './menus.ts';
import { createSwitches, type Switches } from './switches.ts';

export type {
  Answer,
  KnownPerson,
  Line,
  Menu,
  Order,
  OwnedLine,
  Request,
  Settings,
  Table,
} from './core/state.ts';

export interface RestaurantOptions {
  now(): number;
  drawRandom(): number;
  /** Called for each message to the group of a table. The message is a JSON value: an object or text. */
  tell(group: string, message: unknown): void;
  menus?: Menu[];
  tables?: Table[];
  people?: KnownPerson[];
  switches?: Partial<Switches>;
  settings?: Partial<Settings>;
}

/**
 * The restaurant without a network, a clock or randomness of its own. The options provide them.
 *
 *   request -> find the call -> find sender, merchant and table -> run the call -> envelope -> answer
 *                                                                     |
 *                                                          tell(group, message)
 *
 * `answer` never throws. A broken request gets code 400.
 */
export class ForeignRestaurant {
  readonly switches: Switches;
  readonly menus: Menu[];
  readonly tables: Table[];
  readonly settings: Settings;
  readonly staff: Staff;
  readonly #world: World;

  constructor(options: RestaurantOptions) {
    this.switches = createSwitches(options.switches);
    this.menus = structuredClone(options.menus ?? builtInMenus);
    this.tables = structuredClone(options.tables ?? builtInTables);
    this.settings = { ...builtInSettings, ...options.settings };
    const { switches, menus, tables, settings } = this;
    this.#world = {
      switches,
      menus,
      tables,
      settings,
      products: indexProducts(menus),
      now: () => options.now() + switches.clockShiftMs,
      random: options.drawRandom,
      tell: options.tell,
      people: new Map(),
      carts: new Map(),
      orders: [],
      loginCodes: new Map(),
      codeRequests: new Map(),
      orderCodes: new Map(),
      idsGiven: 0,
      acceptedCartRequests: 0,
    };
    for (const { id, firstName, token, registered } of options.people ?? [])
      createPerson(this.#world, { id, firstName, token, registered: registered ?? false });
    this.staff = new Staff(this.#world);
  }

  answer(request: Request): Answer {
    const world = this.#world;
    try {
      const found = findCall(request.method, request.path);
      if (found === undefined) throw new Refusal(404, `Page Not Found: ${request.path.slice(0, 200)}`, 404);
      const refused = consumeFault(world.switches, found.call.name, 'refusal');
      if (refused !== undefined) throw new Refusal(refused.amount, 'Not today.');
      const asking = readRequest(world, request, found.call, found.pathEnd);
      const answer = answerWith(world, found.call.run(asking));
      this.#countCartRequest(found.call, asking);
      return answer;
    } catch (error) {
      return answerRefusal(world, error instanceof Refusal ? error : new Refusal(500, 'error'), request.path);
    }
  }

  /** The group and user of a negotiate request, for its client access URL. Undefined for other requests. */
  negotiationOf(request: Request): { group: string; userId: string } | undefined {
    const found = findCall(request.method, request.path);
    if (found?.call.name !== 'negotiate') return undefined;
    const asking = readRequest(
      {
        ...this.#world,
        switches: { ...this.switches, publicBadToken: 'ignored', negotiateNeedsToken: 'no' },
      },
      request,
      { ...found.call, isPublic: true },
      '',
    );
    return asking.tableId === undefined
      ? undefined
      : { group: asking.tableId, userId: asking.person?.id ?? asking.query.userId ?? 'nobody' };
  }

  /** All people that the server knows, for tools and tests. */
  people(): { id: string; firstName: string | undefined; registered: boolean }[] {
    return [...this.#world.people.values()].map(({ id, firstName, registered }) => ({
      id,
      firstName,
      registered,
    }));
  }

  #countCartRequest(call: Call, asking: Asking): void {
    if (!call.isCart || asking.tableId === undefined || this.switches.othersWrite === 'nobody') return;
    this.#world.acceptedCartRequests += 1;
    if (this.#world.acceptedCartRequests % Math.max(1, Math.floor(this.switches.othersWriteEvery)) === 0)
      this.staff.writeAsOthers(asking.tableId);
  }
}

function indexProducts(menus: Menu[]): Map<string, PlacedProduct> {
  const places = menus.flatMap((menu) =>
    menu.categories.flatMap((category) =>
      category.products.map((product): [string, PlacedProduct] => [product.id, { product, category, menu }]),
    ),
  );
  return new Map(places);
}

function flattenQuery(query: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name.replace(/\[\]$/, ''),
      Array.isArray(value) ? value.join(',') : value,
    ]),
  );
}

function readRequest(world: World, request: Request, call: Call, pathEnd: string): Asking {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const query = flattenQuery(request.query);
  const body = readFields(request.body);
  const order = readFields(body.orderDetail ?? body.order);
  const { merchantFrom, tableFrom } = world.switches;
  const find = (from: 'any' | 'header' | 'query', header: string, name: string) => {
    const sent = [
      from === 'query' ? undefined : headers[header],
      from === 'header' ? undefined : query[name],
      from === 'any' ? (body[name] ?? order[name]) : undefined,
    ];
    return readId(sent.find((one) => readId(one) !== undefined));
  };
  const browserId = readText(
    readFirst({ ...body, ...query }, ['browserId', 'fromBrowserId', 'browserID', 'uuid']),
    200,
  );
  const token = /^bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const { person, hasBadToken } = findSender(world, {
    token,
    fingerprint: readText(headers['guest-account-identifier'], 200),
    browserId,
  });
  if (hasBadToken && (call.isPublic ? world.switches.publicBadToken === 'refused' : person === undefined))
    throw new Refusal(401, 'Please log in.');
  // Some requests have no browser id, such as a clear. They count as sent from the person's last browser.
  if (person !== undefined) person.lastBrowserId = browserId ?? person.lastBrowserId;
  return {
    world,
    method: request.method,
    query,
    headers,
    body: request.body,
    pathEnd,
    person,
    browserId: browserId ?? person?.lastBrowserId,
    accessUrl: request.accessUrl,
    merchantId: find(merchantFrom, 'merchantid', 'merchantId'),
    tableId: find(tableFrom, 'tableid', 'tableId'),
  };
}
