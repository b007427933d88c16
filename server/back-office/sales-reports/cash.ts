/** Shows and records pay-ins, pay-outs and counts of the cash drawers. */
import {
  cashRefused,
  mostMovements,
  type Cash,
  type cashRefusals,
  type moveCash as moveCashCall,
  type Movement,
} from '#contract/calls/cash.ts';
import { codes } from '#contract/codes.ts';
import type { BodyOf } from '#contract/http/call.ts';
import { limits } from '#contract/limits.ts';
import { compareAmounts, hasFittingPlaces, roundAmount, share, sum } from '#projections/bill/money.ts';
import { findBusinessDay, readRestaurantClock } from '#server/menu/business-day.ts';
import { readSettings } from '#server/menu/merchants.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';
import { countJsonBytes } from '#server/platform/http/limit-bytes.ts';
import { createStatusRefusal, Refusal } from '#server/platform/http/routes/route.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { queueDrawerOfMovement } from '#server/service/kitchen/queue/queue-tickets.ts';
import { readPeople } from '#server/service/staff/access/people.ts';
import { hasMovement, insertMovement } from './cash-movements.ts';
import { readCashOfNext } from './closing.ts';
import { sharedDrawer } from './drawers.ts';

type Command = BodyOf<typeof moveCashCall>;

/** @param now ms since 1970 */
export async function readCash(db: Db, merchantId: string, now: number): Promise<Cash> {
  const settings = await readSettings(db, merchantId);
  const { day, drawers, movements } = await readCashOfNext(db, merchantId, now);
  const shown = takeFirst(movements.toReversed());
  const older = movements.length - shown.length;
  return {
    day,
    today: findBusinessDay(readRestaurantClock(settings), now),
    currency: settings.currency,
    decimals: settings.decimals,
    isPerPerson: settings.drawerPerPerson ?? false,
    people: (await readPeople(db, merchantId)).map(({ name }) => name),
    drawers,
    movements: shown,
    ...(older > 0 && { older }),
  };
}

/** Returns the first movements, as many as fit into an answer. */
function takeFirst(movements: readonly Movement[]): Movement[] {
  let left = limits.pageBytes;
  return movements.filter((movement) => (left -= countJsonBytes(JSON.stringify(movement))) >= 0);
}

/** Records a movement, unless there is one with this `actId`. @throws Refusal 400 or 4120 */
export async function moveCash(
  db: Db,
  merchantId: string,
  command: Command,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<Cash> {
  if (!(await hasMovement(db, merchantId, command.actId))) {
    const settings = await readSettings(db, merchantId);
    const next = await readCashOfNext(db, merchantId, now);
    if (next.movements.length >= mostMovements) throw refuse('tooMany');
    const today = findBusinessDay(readRestaurantClock(settings), now);
    const { actId, kind, reason = '', pieces } = command;
    const day = kind === 'count' ? (command.day ?? next.day) : today;
    if (day < next.day) throw refuse('dayClosed');
    const movement = {
      actId,
      kind,
      at: now,
      day: day > today ? today : day,
      drawer: settings.drawerPerPerson ? (command.drawer ?? by) : sharedDrawer,
      currency: settings.currency,
      amount: readAmount(command, settings),
      reason: reason.trim(),
      by,
      ...(pieces && { pieces }),
    };
    await runInTransaction(db, async (trx) => {
      await insertMovement(trx, merchantId, movement);
      if (kind === 'payIn' || kind === 'payOut') await queueDrawerOfMovement(trx, { merchantId, now }, actId);
    });
  }
  return await readCash(db, merchantId, now);
}

/** The amount with the currency's decimals. @throws Refusal 400 if it has more, or if its pieces do not add up */
function readAmount({ amount, pieces }: Command, { decimals }: StoredMerchant): string {
  if (!hasFittingPlaces(amount, decimals))
    throw createStatusRefusal(codes.badRequest, 'amount: has too many decimals', { path: 'amount' });
  const added = pieces && sum(pieces.map(({ value, count }) => share(value, String(count))));
  if (added !== undefined && compareAmounts(added, amount) !== 0)
    throw createStatusRefusal(codes.badRequest, 'pieces: do not add up to the amount', { path: 'pieces' });
  return roundAmount(amount, decimals);
}

function refuse(reason: (typeof cashRefusals)[number]): Refusal {
  return new Refusal(cashRefused, getServerTexts(`cash.${reason}`), { data: { reason } });
}
