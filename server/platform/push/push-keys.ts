/**
 * The keys with which this server signs its messages to push services (VAPID, RFC 8292). They are created once. Browsers
 * subscribe for the public key, so other keys would end all subscriptions.
 */
import type { SecretBox } from '#server/platform/connections/secret-box.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { createPushKeys, type PushKeys } from './encrypt-push.ts';

export interface PushKeyDeps {
  readonly db: Db;
  readonly secrets: SecretBox;
}

const row = 'push-keys';

/** Returns the keys, and creates them at the first call. Returns undefined without the SECRET_KEY that encrypts them. */
export async function loadPushKeys({ db, secrets }: PushKeyDeps): Promise<PushKeys | undefined> {
  if (!secrets.hasKey) return undefined;
  const stored = (await readRow(db)) ?? (await createKeys({ db, secrets }));
  const opened = secrets.decrypt(stored, row);
  if (opened === undefined) return undefined;
  if (!secrets.isCurrent(stored)) await encryptAgain({ db, secrets }, stored, opened);
  return JSON.parse(opened) as PushKeys;
}

async function readRow(db: Db): Promise<string | undefined> {
  const found = await db.selectFrom('meta').select('value').where('key', '=', row).executeTakeFirst();
  return found?.value;
}

async function createKeys({ db, secrets }: PushKeyDeps): Promise<string> {
  const value = secrets.encrypt(JSON.stringify(createPushKeys()), row);
  await db
    .insertInto('meta')
    .values({ key: row, value })
    // Another server was faster. Its keys count.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readRow(db))!;
}

/** Encrypts the keys with the newest SECRET_KEY, so that the older one can be removed. */
async function encryptAgain({ db, secrets }: PushKeyDeps, before: string, opened: string): Promise<void> {
  await db
    .updateTable('meta')
    .set({ value: secrets.encrypt(opened, row) })
    .where('key', '=', row)
    .where('value', '=', before)
    .execute();
}
