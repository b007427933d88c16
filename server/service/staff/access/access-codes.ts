/** Codes that can be used once: to set up a restaurant, log in as its owner, register a device, or join a chain. */
import { createHash } from 'node:crypto';
import type { Clock, Random } from '#server/platform/lifecycle/clock.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';

export type CodeKind = Database['access_codes']['kind'];

/** Without letters and digits that look alike. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Letters of a code, and how long it is valid, ms. A device code is short, because a person copies it from a screen. */
const kinds: Readonly<Record<CodeKind, { readonly length: number; readonly lifeMs: number }>> = {
  first: { length: 16, lifeMs: 7 * 24 * 60 * 60_000 },
  another: { length: 16, lifeMs: 24 * 60 * 60_000 },
  owner: { length: 16, lifeMs: 24 * 60 * 60_000 },
  device: { length: 8, lifeMs: 10 * 60_000 },
  branch: { length: 12, lifeMs: 24 * 60 * 60_000 },
};

export interface CodeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
}

interface Wanted {
  readonly kind: CodeKind;
  /** null: for a restaurant that does not exist yet. */
  readonly merchantId: string | null;
}

/** @returns the code in groups, e.g. `K7QF-2M9X`, and until when it is valid, ms */
export async function createAccessCode(
  { db, clock, random }: CodeDeps,
  { kind, merchantId }: Wanted,
): Promise<{ readonly code: string; readonly until: number }> {
  const { length, lifeMs } = kinds[kind];
  const now = clock.now();
  const code = Array.from({ length }, () => letters[random.int(letters.length)]).join('');
  await db.deleteFrom('access_codes').where('expires_at', '<=', now).execute();
  const row = { code_hash: hashOf(code), kind, merchant_id: merchantId, expires_at: now + lifeMs };
  await db.insertInto('access_codes').values(row).execute();
  return { code: code.match(/.{4}/g)!.join('-'), until: row.expires_at };
}

/** Undefined if the code is unknown or expired. */
export async function findAccessCode(
  db: Db,
  code: string,
  now: number,
): Promise<{ readonly kind: CodeKind; readonly merchantId: string | null } | undefined> {
  const row = await db
    .selectFrom('access_codes')
    .select(['kind', 'merchant_id'])
    .where('code_hash', '=', hashOf(code))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { kind: row.kind, merchantId: row.merchant_id };
}

/** Uses up the code. @returns false if it was used up already */
export async function spendAccessCode(trx: Trx, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('access_codes')
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** Ignores case and separators. A random code needs no slow hash. */
function hashOf(code: string): string {
  return createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
    .digest('base64url');
}
