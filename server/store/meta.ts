import { randomBytes } from 'node:crypto';
import type { Db } from './transactions.ts';

/** Keys of the table `meta`. */
export type SecretName = 'token-secret' | 'code-secret' | 'hub-access-key' | 'staff-password';

/** 256 bits, the size of the hash that these secrets key. */
const secretBytes = 32;

/** A random secret of this installation (base64url): made at the first call, the same ever after. */
export async function secretOf(db: Db, name: SecretName): Promise<string> {
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
