/** Sets up a new restaurant with its owner from a browser. The browser needs a code that works once. */
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

/** Id of the first restaurant of an installation. */
const firstId = 1001;

/** Creates a set-up code if the installation has no restaurant yet. */
export async function createFirstCode(deps: SetUpDeps): Promise<string | undefined> {
  if (await hasRestaurant(deps.db)) return undefined;
  return (await createAccessCode(deps, { kind: 'first', merchantId: null })).code;
}

/** @throws Refusal 403 if the code cannot set up a restaurant now */
export async function requireSetUpCode(
  { db, clock }: Pick<SetUpDeps, 'db' | 'clock'>,
  code: string,
): Promise<void> {
  const found = await findAccessCode(db, code, clock.now());
  const isGood = found?.kind === 'another' || (found?.kind === 'first' && !(await hasRestaurant(db)));
  if (!isGood) throw createWrongCode();
}

function createWrongCode(): Refusal {
  return statusRefusal(codes.forbidden, 'This code is wrong, used up or too old');
}

/**
 * Creates the restaurant, its owner and its tables, and uses the code up, in one transaction.
 * @throws Refusal 403 for a wrong code; 400 with the first mistake
 */
export async function createRestaurant(
  deps: SetUpDeps,
  command: BodyOf<typeof setUpRestaurant>,
): Promise<NewRestaurant> {
  const { db, clock, ids, random, config } = deps;
  const now = clock.now();
  const personId = ids.next();
  const owner = await createPersonRow(
    { ...command.owner, role: 'owner' },
    { merchantId: '', id: personId, now },
  );
  for (;;) {
    await requireSetUpCode(deps, command.code);
    const merchantId = await findFreeId(db);
    const { whole, pictures } = await prepareRestaurant(command, merchantId, config.dataDir);
    // Save the pictures first, so that the restaurant never names a missing picture.
    for (const picture of pictures) await picture.save();
    const isCreated = await inTransaction(db, async (trx) => {
      const row = { id: merchantId, body: '{}' };
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('merchants')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      // Another set-up has just taken this id: try the next one.
      if (!numInsertedOrUpdatedRows) return false;
      if (!(await spendAccessCode(trx, command.code))) throw createWrongCode();
      await writeMerchant(trx, whole, { now, random, by: null });
      await markOwnMenu(trx, merchantId, now);
      await trx
        .insertInto('staff_people')
        .values({ ...owner, merchant_id: merchantId })
        .execute();
      return true;
    });
    if (isCreated) return { merchantId, personId };
  }
}

async function hasRestaurant(db: Db): Promise<boolean> {
  return (await db.selectFrom('merchants').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function findFreeId(db: Db): Promise<string> {
  const rows = await db.selectFrom('merchants').select('id').execute();
  const numbers = rows.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  return String(Math.max(firstId - 1, ...numbers) + 1);
}
