/** CX28, D60: a new restaurant with its owner, out of what a browser says that has a code which is good once. */
import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import type { setUpRestaurant } from '#contract/calls/set-up.ts';
import { statusRefusal, type Refusal } from '#server/platform/http/routes/route.ts';
import { writeMerchant } from '#server/back-office/admin/write-merchant.ts';
import type { Clock, Ids, Random } from '#server/platform/lifecycle/clock.ts';
import {
  findAccessCode,
  createAccessCode,
  spendAccessCode,
} from '#server/service/staff/access/access-codes.ts';
import { createPersonRow } from '#server/service/staff/access/people.ts';
import { markOwnMenu } from '#server/platform/store/meta.ts';
import { inTransaction, type Db } from '#server/platform/store/transactions.ts';
import { prepareRestaurant } from './prepare-restaurant.ts';

export interface SetUpDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly config: { readonly dataDir: string };
}

interface NewRestaurant {
  readonly merchantId: string;
  readonly personId: string;
}

/** The first restaurant of an installation. */
const firstId = 1001;

/** Where there is no restaurant yet: a code that makes one. */
export async function createFirstCode(deps: SetUpDeps): Promise<string | undefined> {
  if (await hasRestaurant(deps.db)) return undefined;
  return (await createAccessCode(deps, { kind: 'first', merchantId: null })).code;
}

/** A Refusal 403 where the code is not good for a new restaurant now. */
export async function requireSetUpCode(
  { db, clock }: Pick<SetUpDeps, 'db' | 'clock'>,
  code: string,
): Promise<void> {
  const found = await findAccessCode(db, code, clock.now());
  const isGood = found?.kind === 'another' || (found?.kind === 'first' && !(await hasRestaurant(db)));
  if (!isGood) throw wrongCode();
}

function wrongCode(): Refusal {
  return statusRefusal(codes.forbidden, 'This code is wrong, used up or too old');
}

/** All of it or nothing; the code is used up with it. */
export async function setUp(deps: SetUpDeps, wish: BodyOf<typeof setUpRestaurant>): Promise<NewRestaurant> {
  const { db, clock, ids, random, config } = deps;
  const now = clock.now();
  const personId = ids.next();
  const owner = await createPersonRow(
    { ...wish.owner, role: 'owner' },
    { merchantId: '', id: personId, now },
  );
  for (;;) {
    await requireSetUpCode(deps, wish.code);
    const merchantId = await freeId(db);
    const { whole, pictures } = await prepareRestaurant(wish, merchantId, config.dataDir);
    // The pictures first: the restaurant never names one that is not there.
    for (const picture of pictures) await picture.save();
    const isMade = await inTransaction(db, async (trx) => {
      const row = { id: merchantId, body: '{}' };
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('merchants')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      // Somebody else has just made theirs under this number.
      if (!numInsertedOrUpdatedRows) return false;
      if (!(await spendAccessCode(trx, wish.code))) throw wrongCode();
      await writeMerchant(trx, whole, { now, random, by: null });
      await markOwnMenu(trx, merchantId, now);
      await trx
        .insertInto('staff_people')
        .values({ ...owner, merchant_id: merchantId })
        .execute();
      return true;
    });
    if (isMade) return { merchantId, personId };
  }
}

async function hasRestaurant(db: Db): Promise<boolean> {
  return (await db.selectFrom('merchants').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function freeId(db: Db): Promise<string> {
  const rows = await db.selectFrom('merchants').select('id').execute();
  const numbers = rows.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  return String(Math.max(firstId - 1, ...numbers) + 1);
}
