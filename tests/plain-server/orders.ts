import { orderStatus, orderType, paymentStatus, sendStatus, sourceType } from '#contract/states.ts';
import type { WholeMerchant, WholeTable, Localized } from '#server/catalogue/whole-merchant.ts';
import { pricedLine, totals } from './priced.ts';
import type { Line } from './table-cart.ts';
import { nameOf, type User } from './users.ts';

interface PlacedLine {
  readonly line: Line;
  readonly userName: string;
  readonly round: number;
}

interface Placing {
  readonly merchant: WholeMerchant;
  /** undefined: to go. */
  readonly table: WholeTable | undefined;
  /** Of the cart that the lines were taken from. */
  readonly place: string;
  readonly member: User;
  readonly lines: readonly { readonly line: Line; readonly userName: string }[];
  readonly guests: number;
  readonly type: number | null;
}

/** Orders that were placed. */
export class Orders {
  private readonly all: Order[] = [];
  /** 17 digits: more than a JavaScript number tells apart, so a phone must read them as text. */
  private nextId = 70_000_000_000_000_001n;

  /** Adds to the open order of the place, or opens one. */
  place(placing: Placing): Order {
    let order = this.openAt(placing.place);
    if (!order) {
      order = new Order(this.nextId, placing);
      this.nextId += 1n;
      this.all.push(order);
    }
    order.add(placing);
    return order;
  }

  openAt(place: string): Order | undefined {
    return this.all.findLast((order) => order.placedAt === place);
  }

  /** Of all that this diner may read, newest first. */
  readableBy(userId: string, place: string): Order[] {
    return this.all.filter((order) => order.isReadable(userId, place)).toReversed();
  }
}

/** What was placed at one place; nobody pays in here, so it stays open. */
export class Order {
  readonly id: bigint;
  readonly placedAt: string;
  private readonly first: Placing;
  private readonly lines: PlacedLine[] = [];
  private readonly readers = new Set<string>();
  private readonly createAt = Date.now();
  private updateAt = this.createAt;
  private guests = 1;
  private rounds = 0;

  constructor(id: bigint, first: Placing) {
    this.id = id;
    this.first = first;
    this.placedAt = first.place;
  }

  add({ lines, guests, member }: Placing): void {
    this.rounds += 1;
    this.lines.push(...lines.map((placed) => ({ ...placed, round: this.rounds })));
    for (const { line } of lines) this.readers.add(line.userId);
    this.readers.add(member.id);
    this.guests = guests || 1;
    this.updateAt = Date.now();
  }

  /** By whoever ordered something, and by whoever sits at the table. */
  isReadable(userId: string, place: string): boolean {
    return this.placedAt === place || this.readers.has(userId);
  }

  answer(say: (text: Localized) => string) {
    const { merchant, table, member, type } = this.first;
    const orderItems = this.lines.map(({ line, userName, round }) => ({
      ...pricedLine(line, merchant, say),
      orderId: this.id,
      userId: line.userId,
      userName,
      round,
    }));
    return {
      id: this.id,
      serial: String(this.id).slice(-4),
      type: type ?? (table ? orderType.dineIn : orderType.toGo),
      status: orderStatus.progressing,
      sendStatus: sendStatus.unSend,
      paymentStatus: paymentStatus.unpaid,
      tableId: table?.id ?? null,
      tableName: table?.name ?? null,
      guests: this.guests,
      customer: nameOf(member),
      orderItems,
      orderCoupons: [],
      ...totals(orderItems, merchant, say),
      rowVersion: this.rounds,
      createAt: this.createAt,
      updateAt: this.updateAt,
      sourceType: sourceType.scanCodeToOrder,
      memberId: member.id,
    };
  }
}
