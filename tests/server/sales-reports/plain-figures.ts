/**
 * A second implementation of the sales report, for tests. It calculates the figures in whole cents from the rows of
 * orders and service events. It is written from CX29 and CX16 alone and imports nothing from the server.
 */
export interface PlainOrder {
  readonly id: string;
  readonly table: string;
  readonly createAt: number;
  readonly guests: number;
  /** In millionths. */
  readonly taxRate: number;
  readonly serviceRate: number;
  readonly coupon: bigint;
  readonly lines: readonly {
    readonly id: string;
    readonly round: number;
    readonly at: number;
    readonly productId: string;
    readonly userId: string;
    readonly unit: bigint;
    readonly quantity: number;
    readonly isWeighed: boolean;
    readonly hasCoupon: boolean;
  }[];
  readonly events: readonly PlainEvent[];
  /** The order that took it over, and when. */
  readonly into?: { readonly orderId: string; readonly at: number } | undefined;
  /** The orders that it took over. */
  readonly joined: readonly PlainOrder[];
}
export interface PlainEvent {
  readonly id: string;
  readonly type: string;
  readonly at: number;
  readonly actId: string;
  readonly by?: { readonly kind: string; readonly name: string };
  readonly reason?: string;
  readonly orderItemId?: string;
  readonly quantity?: number;
  readonly unitLabel?: string;
  readonly amount?: string;
  readonly percent?: number;
  readonly discountId?: string;
  readonly movedTo?: { readonly orderId: string };
  readonly tip?: string;
  readonly rounding?: string;
  readonly method?: string;
  readonly outcome?: string;
  readonly round?: number;
  readonly item?: {
    readonly productId: string;
    readonly price: string;
    readonly modifiers: readonly { readonly price?: string; readonly quantity: number }[];
  };
}

interface Body {
  readonly id: string;
  readonly tableId?: string;
  readonly createAt: number;
  readonly guests: number;
  readonly serviceChargeRate: string;
  readonly orderTaxes: readonly { readonly rate: string }[];
  /** The rates of a bill that was opened without a dish, too. */
  readonly taxTerms?: { readonly taxes: readonly { readonly rate: string }[] };
  readonly orderCoupons: readonly { readonly amount: string; readonly userCouponId: string }[];
  readonly mergedInto?: { readonly orderId: string; readonly at: number };
  readonly mergedOrders?: readonly {
    readonly roundsBefore: number;
    readonly rounds: number;
    readonly guests: number;
    readonly userCouponIds: readonly string[];
  }[];
  readonly orderItems: readonly {
    readonly id: string;
    readonly round: number;
    readonly placedAt: number;
    readonly productId: string;
    readonly userId: string;
    readonly price: string;
    readonly quantity: number;
    readonly unitLabel?: string;
    readonly couponDiscountAmount?: string;
    readonly orderItemModifiers: readonly { readonly price?: string; readonly quantity: number }[];
  }[];
}

export const parseCents = (amount = '0'): bigint => {
  const [, minus, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount)!;
  const value = BigInt(whole!) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2));
  return minus ? -value : value;
};
const toMillionths = (rate = '0') => Math.round(Number(rate) * 1_000_000);

export function parsePlainOrder(getBodyText: string, eventTexts: readonly string[]): PlainOrder {
  const body = JSON.parse(getBodyText) as Body;
  const all = eventTexts.map((text) => JSON.parse(text) as PlainEvent);
  const { mergedOrders: others = [] } = body;
  const isOwnRound = (round: number) =>
    others.every((other) => round <= other.roundsBefore || round > other.roundsBefore + other.rounds);
  const undone = new Set(all.filter(({ type }) => type === 'takenBack').map(({ actId }) => actId));
  return {
    id: body.id,
    table: body.tableId ?? '',
    createAt: body.createAt,
    guests: body.guests - others.reduce((total, { guests }) => total + guests, 0),
    taxRate: toMillionths((body.orderTaxes[0] ?? body.taxTerms?.taxes[0])?.rate),
    serviceRate: toMillionths(body.serviceChargeRate),
    coupon: body.orderCoupons
      .filter(({ userCouponId: id }) => others.every(({ userCouponIds }) => !userCouponIds.includes(id)))
      .reduce((total, { amount }) => total + parseCents(amount), 0n),
    lines: body.orderItems
      .filter(({ round }) => isOwnRound(round))
      .map(({ id, round, placedAt: at, productId, userId, ...line }) => ({
        id,
        round,
        at,
        productId,
        userId,
        unit: calculateUnit(line.price, line.orderItemModifiers),
        quantity: line.quantity,
        isWeighed: line.unitLabel !== undefined,
        hasCoupon: line.couponDiscountAmount !== undefined,
      })),
    events: all.filter(({ type, actId }) => type !== 'takenBack' && !undone.has(actId)),
    into: body.mergedInto,
    joined: [],
  };
}

/** Gives each order those that were merged into it. */
export function mergePlain(orders: readonly PlainOrder[]): PlainOrder[] {
  return orders.map((order) => ({
    ...order,
    joined: orders.filter(({ into }) => into?.orderId === order.id),
  }));
}

function calculateUnit(price: string, modifiers: readonly { price?: string; quantity: number }[]): bigint {
  return modifiers.reduce(
    (total, modifier) => total + parseCents(modifier.price) * BigInt(modifier.quantity),
    parseCents(price),
  );
}

/** Rounds half to even. */
export function calculatePart(amount: bigint, of: number): bigint {
  const product = amount * BigInt(of);
  const [whole, rest] = [product / 1_000_000n, product % 1_000_000n];
  if (rest * 2n === 1_000_000n) return whole % 2n === 0n ? whole : whole + 1n;
  return rest * 2n > 1_000_000n ? whole + 1n : whole;
}

/** The tax that is contained in an amount. Rounds half to even. */
function calculateTax(amount: bigint, rate: number): bigint {
  const [product, divisor] = [amount * BigInt(rate), 1_000_000n + BigInt(rate)];
  const [whole, rest] = [product / divisor, product % divisor];
  if (rest * 2n === divisor) return whole % 2n === 0n ? whole : whole + 1n;
  return rest * 2n > divisor ? whole + 1n : whole;
}

export type Tally = Record<string, bigint>;

interface Happening {
  readonly at: number;
  readonly order: PlainOrder;
  readonly tally: Tally;
}

const subtractTally = (after: Tally, before: Tally): Tally =>
  sumTallies([after, Object.fromEntries(Object.entries(before).map(([name, value]) => [name, -value]))]);

/** The changes of an order in time, each with the figures that it changes. */
export function listTallyChanges(order: PlainOrder): Happening[] {
  const found: Happening[] = [];
  const times = [
    ...order.lines.map(({ at }) => at),
    ...order.events
      .filter(({ type }) =>
        /^dish(Voided|Added)$|[dD]iscount(ed|Removed)|Paid|Refunded|Closed|Reopened/.test(type),
      )
      .map(({ at }) => at),
    order.createAt,
    ...order.joined.flatMap(({ into, events }) => [
      into!.at,
      ...events.map(({ at }) => at).filter((at) => at > into!.at),
    ]),
    ...(order.into ? [order.into.at] : []),
  ].toSorted((a, b) => a - b);
  let before: Tally = {};
  for (const at of new Set(times)) {
    const after = calculateStanding(order, at);
    found.push({ at, order, tally: subtractTally(after, before) });
    before = after;
  }
  for (const event of order.events) {
    const { type, at, amount, tip, method, by } = event;
    const money = parseCents(amount);
    const cash = plainCash(event);
    const paid = {
      paid: money,
      tips: parseCents(tip),
      payments: 1n,
      [`paid ${method}`]: money,
      [`tips of ${by?.name}`]: parseCents(tip),
      [`cash of ${by?.name}`]: cash,
    };
    const back = {
      refunded: money,
      tips: -parseCents(tip),
      refunds: 1n,
      [`refunded ${method}`]: money,
      [`tips of ${by?.name}`]: -parseCents(tip),
      [`cash of ${by?.name}`]: cash,
    };
    if (type === 'orderPaid') found.push({ at, order, tally: paid });
    if (type === 'orderRefunded') found.push({ at, order, tally: back });
  }
  return found;
}

/** What an event adds to the drawer of the person who did it. */
function plainCash({ type, method, amount, tip, rounding }: PlainEvent): bigint {
  const cash = method === 'cash' ? parseCents(amount) + parseCents(tip) + parseCents(rounding) : 0n;
  return type === 'orderPaid' ? cash : type === 'orderRefunded' ? -cash : 0n;
}

/** A row of the cash drawers. */
interface PlainMovement {
  readonly day: string;
  readonly at: number;
  readonly kind: string;
  readonly drawer: string;
  readonly amount: string;
}

/** What the drawers of a closing contain, from its rows and from the events of its time. Written from CX75 and CX76. */
export function plainDrawers(
  rows: readonly PlainMovement[],
  events: readonly PlainEvent[],
  isPerPerson: boolean,
): Record<string, { expected: bigint; counted: bigint | null }> {
  const drawers: Record<string, { float: bigint; moved: bigint; counted: bigint | null }> = {};
  const drawerOf = (name: string) => (drawers[name] ??= { float: 0n, moved: 0n, counted: null });
  if (!isPerPerson) drawerOf('');
  const undone = new Set(events.filter(({ type }) => type === 'takenBack').map(({ actId }) => actId));
  for (const event of events) {
    const cash = plainCash(event);
    if (cash !== 0n && !undone.has(event.actId)) drawerOf(isPerPerson ? event.by!.name : '').moved += cash;
  }
  for (const { kind, drawer, amount } of rows.toSorted((a, b) => a.day.localeCompare(b.day) || a.at - b.at)) {
    const of = drawerOf(drawer);
    if (kind === 'float') of.float = parseCents(amount);
    if (kind === 'payIn') of.moved += parseCents(amount);
    if (kind === 'payOut') of.moved -= parseCents(amount);
    if (kind === 'count') of.counted = parseCents(amount);
  }
  return Object.fromEntries(
    Object.entries(drawers).map(([name, { float, moved, counted }]) => [
      name,
      { expected: float + moved, counted },
    ]),
  );
}

/** A weighed dish counts as one piece while some of it is left. */
function countPieces({ quantity, isWeighed }: Pick<PlainOrder['lines'][number], 'quantity' | 'isWeighed'>) {
  return isWeighed ? (quantity > 0 ? 1n : 0n) : BigInt(quantity);
}

/** The dishes of an order at this time, without those of joined orders, and what takes something off them. */
function calculateDishes(order: PlainOrder, at: number) {
  const events = order.events.filter((event) => event.at <= at);
  const lines = order.lines.filter((line) => line.at <= at).map((line) => ({ ...line }));
  const rounds = new Set(lines.map(({ round }) => round)).size;
  let [voided, voidedPieces, isCancelled] = [0n, 0n, false];
  let discounts: PlainEvent[] = [];
  for (const event of events) {
    if (event.type === 'dishAdded') {
      const { item, quantity = 0, id } = event;
      const isWeighed = event.unitLabel !== undefined;
      const line = { round: event.round!, at: event.at, userId: '', hasCoupon: false, quantity, isWeighed };
      const unit = calculateUnit(item!.price, item!.modifiers);
      lines.push({ ...line, id: id.replace(':', '-'), productId: item!.productId, unit });
    }
    if (event.type === 'dishVoided') {
      const line = lines.find(({ id }) => id === event.orderItemId)!;
      const before = countPieces(line);
      line.quantity -= event.quantity!;
      // These pieces are on another bill, and no loss.
      if (event.movedTo) continue;
      voided += line.unit * BigInt(event.quantity!);
      voidedPieces += before - countPieces(line);
    }
    if (event.type === 'orderDiscounted') discounts.push(event);
    if (event.type === 'discountRemoved')
      discounts = discounts.filter(({ actId }) => actId !== event.discountId);
    if (event.type === 'orderClosed') isCancelled = event.outcome === 'cancelled';
    if (event.type === 'orderReopened') isCancelled = false;
  }
  const dishes = lines.reduce((total, { unit, quantity }) => total + unit * BigInt(quantity), 0n);
  const coupon = lines.some(({ hasCoupon }) => hasCoupon) ? order.coupon : 0n;
  return { lines, rounds, voided, voidedPieces, isCancelled, discounts, dishes, coupon };
}

/** What discounts take off dishes of this price. */
const sumDiscounts = (discounts: readonly PlainEvent[], dishes: bigint): bigint =>
  discounts.reduce(
    (total, { amount, percent = 0 }) =>
      total + (amount === undefined ? calculatePart(dishes, percent * 10_000) : parseCents(amount)),
    0n,
  );

/** What the discounts of an order took off at this time, next to its coupon. */
function calculateDiscount(order: PlainOrder, at: number): bigint {
  const { discounts, dishes, coupon } = calculateDishes(order, at);
  const [given, room] = [sumDiscounts(discounts, dishes), dishes > coupon ? dishes - coupon : 0n];
  return given < room ? given : room;
}

/** The figures of an order at this time. Those of an order that was merged into another one are part of the other. */
function calculateStanding(order: PlainOrder, at: number): Tally {
  if (order.into && at >= order.into.at) return {};
  const joined = order.joined.filter(({ into }) => into!.at <= at);
  const all = [order, ...joined];
  const parts = all.map((each) => calculateDishes(each, at));
  const sumParts = (of: (each: (typeof parts)[number]) => bigint) =>
    parts.reduce((amount, each) => amount + of(each), 0n);
  const mergedAt = joined[0]?.into!.at;
  // A discount from before the merge takes off what it took off then.
  const since = parts[0]!.discounts.filter((event) => mergedAt === undefined || event.at > mergedAt);
  const fixed =
    mergedAt === undefined
      ? 0n
      : all.reduce((amount, each) => amount + calculateDiscount(each, mergedAt), 0n);
  const [dishes, coupon] = [sumParts((each) => each.dishes), sumParts((each) => each.coupon)];
  const given = fixed + sumDiscounts(since, dishes);
  const off = coupon + given < dishes ? coupon + given : dishes;
  const coupons = coupon < off ? coupon : off;
  const serviceCharge = calculatePart(dishes - off, order.serviceRate);
  const taxBefore = calculatePart(dishes - off + serviceCharge, order.taxRate);
  const due = dishes - off + serviceCharge + taxBefore;
  const sumMoney = (type: string) =>
    all
      .flatMap(({ events }) => events)
      .filter((event) => event.type === type && event.at <= at)
      .reduce((amounts, { amount }) => amounts + parseCents(amount), 0n);
  const tooMuch = sumMoney('orderPaid') - due;
  const givenBack = sumMoney('orderRefunded') - (tooMuch > 0n ? tooMuch : 0n);
  const sum = givenBack > 0n ? due - givenBack : due;
  const tax = givenBack > 0n ? calculateTax(sum, order.taxRate) : taxBefore;
  const refundedSales = dishes - off + serviceCharge + tax - sum;
  const tally: Tally = {
    voided: sumParts((each) => each.voided),
    voidedPieces: sumParts((each) => each.voidedPieces),
    cancelled: 0n,
  };
  if (parts[0]!.isCancelled) return { ...tally, cancelled: sum };
  Object.assign(tally, {
    dishes,
    coupons,
    discounts: off - coupons,
    serviceCharge,
    tax,
    net: sum - tax,
    refundedSales,
    total: sum,
  });
  const guests = all.reduce((people, each) => people + BigInt(each.guests), 0n);
  Object.assign(tally, { orders: 1n, guests, rounds: sumParts((each) => BigInt(each.rounds)) });
  for (const line of parts.flatMap(({ lines }) => lines)) {
    const { productId, quantity, unit } = line;
    tally[`pieces ${productId}`] = (tally[`pieces ${productId}`] ?? 0n) + countPieces(line);
    tally[`amount ${productId}`] = (tally[`amount ${productId}`] ?? 0n) + unit * BigInt(quantity);
  }
  return tally;
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  const total: Tally = {};
  for (const tally of tallies)
    for (const [name, value] of Object.entries(tally)) total[name] = (total[name] ?? 0n) + value;
  return total;
}

/** Business day and hour by the clock of the place. The day ends at four. */
export function onTheWall(at: number, timeZone: string): { day: string; hour: number } {
  const [date, time] = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .split(' ');
  const hour = Number(time!.slice(0, 2));
  if (hour >= 4) return { day: date!, hour };
  return { day: new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10), hour };
}
