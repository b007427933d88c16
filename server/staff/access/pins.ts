/** D59: PINs of the staff. A few digits are no secret from whoever has the database; the hash keeps them from a glance. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Budget } from '#server/messages/budgets.ts';

/** Of one person on one device, until the right one or a day has passed: five of 10⁴ is one in 2 000. */
export const wrongPins: Budget = { name: 'wrong PINs', most: 5, lengthMs: 24 * 60 * 60_000 };

const hashBytes = 32;
const saltBytes = 16;
const hash = promisify<string, Buffer, number, Buffer>(scrypt);

export async function hashOfPin(pin: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hashed = await hash(pin, salt, hashBytes);
  return `${salt.toString('base64url')}.${hashed.toString('base64url')}`;
}

/** Takes as long for a PIN that is nearly right. @param kept as `hashOfPin` made it */
export async function isPin(pin: string, kept: string): Promise<boolean> {
  const [salt = '', hashed = ''] = kept.split('.');
  const there = Buffer.from(hashed, 'base64url');
  const given = await hash(pin, Buffer.from(salt, 'base64url'), hashBytes);
  return there.length === given.length && timingSafeEqual(there, given);
}
