import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { readErrorCode } from '#server/platform/error-code.ts';

/**
 * Returns the keys of the configuration. Without any, a server with an SQLite database creates `secret.key` in its data
 * folder, so that it works at once. Several servers on PostgreSQL need the same key, which only the operator can give.
 */
export function loadKeys({
  secretKeys,
  databaseUrl,
  dataDir,
}: Pick<Config, 'secretKeys' | 'databaseUrl' | 'dataDir'>): readonly string[] {
  if (secretKeys.length > 0 || databaseUrl !== undefined) return secretKeys;
  const file = join(dataDir, 'secret.key');
  try {
    // `wx` keeps a file that is there.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);
}
