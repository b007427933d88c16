/** PINs of staff. A thief of the database can find a PIN of few digits by trying all; the hash only hides it from view. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { resetBudgets, spendBudget, type Budget, type SpentBudget } from '#server/platform/sms/budgets.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Per person and device, until a correct PIN or the end of the time. Ten of 10⁴ PINs a week mean that a guess succeeds
 * with a chance of 1 in 7 000 a day.
 */
const wrongPins: readonly Budget[] = [
  { name: 'wrong PINs', most: 5, lengthMs: dayMs },
  { name: 'wrong PINs of a week', most: 10, lengthMs: 7 * dayMs },
];

/** Counts an attempt at a PIN. Undefined if there was one left, even among parallel requests. */
export async function spendPinAttempt(trx: Trx, key: string, now: number): Promise<SpentBudget | undefined> {
  for (const budget of wrongPins) {
    const spent = await spendBudget(trx, budget, key, now);
    if (spent) return spent;
  }
  return undefined;
}

/** The people whose PIN a device refuses, by id, and until when, ms. */
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

/** Resets wrong attempts. @param key of one person and device; with `%` at the end, all keys with this start */
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

/** Compares in constant time. @param kept the result of `hashPin` */
export async function isRightPin(pin: string, kept: string): Promise<boolean> {
  const [salt = '', hashed = ''] = kept.split('.');
  const there = Buffer.from(hashed, 'base64url');
  const given = await hash(pin, Buffer.from(salt, 'base64url'), hashBytes);
  return there.length === given.length && timingSafeEqual(there, given);
}
