import { append, type Log } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';
import { learnt, type CartLine, type Merged } from '#projections/merge/cart-view.ts';

export interface Judged {
  readonly knowledge: Log;
  readonly merged: Merged;
}

export function withMore({ knowledge, merged }: Judged, records: readonly LogRecord[]): Judged {
  const { log, learnt: news } = append(knowledge, records);
  return { knowledge: log, merged: learnt(merged, log, news) };
}

export function linesOf({ view }: Pick<Merged, 'view'>, userId: string): readonly CartLine[] {
  return view.carts.find((cart) => cart.userId === userId)?.lines ?? [];
}
