/** D59: PINs of the staff. A few digits are no secret from whoever has the database; the hash keeps them from a glance. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { resetBudgets, spendBudget, type Budget, type SpentBudget } from '#server/platform/sms/budgets.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';

const dayMs = 24 * 60 * 60_000;

/** Of one person on one device, until the right one or that time has passed: ten of 10⁴ in a week, one in 7 000 a day. */
const wrongPins: readonly Budget[] = [
  { name: 'wrong PINs', most: 5, lengthMs: dayMs },
  { name: 'wrong PINs of a week', most: 10, lengthMs: 7 * dayMs },
];

/** A try at a PIN; of any number at once no more are taken than there are. Undefined when there was one. */
export async function spendPinAttempt(trx: Trx, key: string, now: number): Promise<SpentBudget | undefined> {
  for (const budget of wrongPins) {
    const spent = await spendBudget(trx, budget, key, now);
    if (spent) return spent;
  }
  return undefined;
}

/** Whose PINs some device takes no more, by their ids, and until when, ms. */
export async function listLockedOut(db: Db, now: number): Promise<ReadonlyMap<string, number>> {
  const until = new Map<string, number>();
  for (const { name, most, lengthMs } of wrongPins) {
    const spent = await db
      .selectFrom('budgets')
      .select(['key', 'since'])
      .where('name', '=', name)
      .where('spent', '>=', most)
      .where('since', '>', now - lengthMs)
      .execute();
    for (const { key, since } of spent) {
      const [personId = ''] = key.split(' ');
      until.set(personId, Math.max(until.get(personId) ?? 0, since + lengthMs));
    }
  }
  return until;
}

/** All tries are there again. @param key of one, or with `%` at its end of all that begin so */
export async function restorePinAttempts(trx: Trx, key: string): Promise<void> {
  for (const budget of wrongPins) await resetBudgets(trx, budget, key);
}

const hashBytes = 32;
const saltBytes = 16;
const hash = promisify<string, Buffer, number, Buffer>(scrypt);

export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hashed = await hash(pin, salt, hashBytes);
  return `${salt.toString('base64url')}.${hashed.toString('base64url')}`;
}

/** Takes as long for a PIN that is nearly right. @param kept as `hashPin` made it */
export async function isRightPin(pin: string, kept: string): Promise<boolean> {
  const [salt = '', hashed = ''] = kept.split('.');
  const there = Buffer.from(hashed, 'base64url');
  const given = await hash(pin, Buffer.from(salt, 'base64url'), hashBytes);
  return there.length === given.length && timingSafeEqual(there, given);
}
