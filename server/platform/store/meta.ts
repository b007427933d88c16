import { randomBytes } from 'node:crypto';
import type { Db, Trx } from './transactions.ts';

type SecretName = 'token-secret' | 'code-secret' | 'hub-access-key' | 'staff-password' | 'staff-marks';

/** 256 bits, the size of the hash for which these secrets are keys. */
const secretBytes = 32;

/** Returns a random secret of this installation in base64url. The first call creates it. */
export async function loadSecret(db: Db, name: SecretName): Promise<string> {
  await db
    .insertInto('meta')
    .values({ key: name, value: randomBytes(secretBytes).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}

const ownMenuKey = (merchantId: string) => `own-menu:${merchantId}`;

/** Marks that the merchant's menu came from a file, so that the demo does not replace it. */
export async function markOwnMenu(trx: Trx, merchantId: string, now: number): Promise<void> {
  await trx
    .insertInto('meta')
    .values({ key: ownMenuKey(merchantId), value: String(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the merchant's menu came from a file. The demo may have a restaurant with the same id. */
export async function hasOwnMenu(db: Db | Trx, merchantId: string): Promise<boolean> {
  const row = await db
    .selectFrom('meta')
    .select('key')
    .where('key', '=', ownMenuKey(merchantId))
    .executeTakeFirst();
  return row !== undefined;
}

const demoFileKey = 'demo-file:';

/** Records the hash of a demo menu file that was imported. */
export async function markDemoFile(
  trx: Trx,
  { name, hash }: { readonly name: string; readonly hash: string },
): Promise<void> {
  await trx
    .insertInto('meta')
    .values({ key: demoFileKey + name, value: hash })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: hash }))
    .execute();
}

/** Returns the hashes of the imported demo menu files, by file name. */
export async function listDemoFiles(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('meta').selectAll().where('key', 'like', `${demoFileKey}%`).execute();
  return new Map(rows.map(({ key, value }) => [key.slice(demoFileKey.length), value]));
}
