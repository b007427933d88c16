/** Tokens for a restaurant's own systems, such as a POS. A token belongs to one merchant and has a few scopes. */
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import type { StaffToken } from '#contract/calls/staff.ts';
import { staffScopes, type StaffScope } from '#contract/http/call.ts';
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Staff } from '#server/platform/http/routes/who.ts';
import type { Database } from '#server/platform/store/schema.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

/** As long as the stored hash. A random secret needs no slow hash. */
const secretBytes = 32;
/** The start of every secret, so that people and scanners recognise one in a public place. */
const mark = 'lst_';
/** Far more systems than a restaurant has. */
const most = 100;
/** How often the last use of a token is stored, ms. */
const usedEveryMs = 60_000;

export interface TokenDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}

type TokenRow = Database['staff_tokens'];

const scopesSchema = z.array(z.enum(staffScopes));

/** The merchant's tokens, the newest first. */
export async function listSystemTokens(db: Db, merchantId: string): Promise<StaffToken[]> {
  const rows = await db
    .selectFrom('staff_tokens')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toToken);
}

/** Creates a token. Only this answer contains the secret. A Refusal 400 if there are too many tokens. */
export async function createSystemToken(
  { db, clock, ids }: TokenDeps,
  merchantId: string,
  { name, scopes }: { readonly name: string; readonly scopes: readonly StaffScope[] },
): Promise<{ readonly token: StaffToken; readonly secret: string }> {
  const secret = mark + randomBytes(secretBytes).toString('base64url');
  const row = {
    id: ids.next(),
    merchant_id: merchantId,
    name: name.trim(),
    scopes: JSON.stringify(staffScopes.filter((scope) => scopes.includes(scope))),
    secret_hash: hashOf(secret),
    created_at: clock.now(),
    last_used_at: null,
  };
  await runInTransaction(db, async (trx) => {
    const { count } = await trx
      .selectFrom('staff_tokens')
      .select((token) => token.fn.countAll().as('count'))
      .where('merchant_id', '=', merchantId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= most)
      throw new Refusal(codes.badRequest, getServerTexts('staff.tooManyTokens', { most }));
    await trx.insertInto('staff_tokens').values(row).execute();
  });
  return { token: toToken(row), secret };
}

/** @returns whether there was such a token of the merchant */
export async function revokeSystemToken(db: Db, merchantId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staff_tokens')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** The system with this secret. Also stores when it was used. */
export async function findSystem(
  { db, clock }: Omit<TokenDeps, 'ids'>,
  secret: string,
): Promise<Staff | undefined> {
  const row = await db
    .selectFrom('staff_tokens')
    .selectAll()
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  if (!row) return undefined;
  const now = clock.now();
  if (now - (row.last_used_at ?? 0) >= usedEveryMs) await recordUse(db, row.id, now);
  const by = { kind: 'system', name: row.name } as const;
  return { merchantId: row.merchant_id, may: { scopes: readScopes(row) }, by, key: row.secret_hash };
}

async function recordUse(db: Db, id: string, now: number): Promise<void> {
  try {
    await db.updateTable('staff_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
  } catch {
    // If the database cannot write, a POS can still read. A call that writes reports the problem.
  }
}

function toToken(row: TokenRow): StaffToken {
  const { id, name, created_at: createdAt, last_used_at: lastUsedAt } = row;
  return { id, name, scopes: readScopes(row), createdAt, lastUsedAt };
}

function readScopes({ scopes }: TokenRow): StaffScope[] {
  return z.parse(scopesSchema, JSON.parse(scopes));
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
