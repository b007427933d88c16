/**
 * Sets up a new restaurant with its owner from a browser. The request needs a code that works once. A `first` code works
 * while the installation has no restaurant. An administrator creates an `another` code for each further restaurant.
 */
import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import type { setUpRestaurant } from '#contract/calls/set-up.ts';
import { createStatusRefusal, type Refusal } from '#server/platform/http/routes/route.ts';
import { writeMerchant } from '#server/back-office/admin/write-merchant.ts';
import type { Clock, Ids, Random } from '#server/platform/lifecycle/clock.ts';
import {
  findAccessCode,
  createAccessCode,
  spendAccessCode,
} from '#server/service/staff/access/access-codes.ts';
import { createPersonRow } from '#server/service/staff/access/people.ts';
import { markOwnMenu } from '#server/platform/store/meta.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { prepareRestaurant } from './prepare-restaurant.ts';

export interface SetUpDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly pictures: PictureFiles;
}

interface NewRestaurant {
  readonly merchantId: string;
  readonly personId: string;
}

/** Id of the first restaurant of an installation. The next restaurants count up from it. */
const firstId = 1001;

/** Creates a `first` code. Returns undefined if the installation already has a restaurant. */
export async function createFirstCode(deps: SetUpDeps): Promise<string | undefined> {
  if (await hasRestaurant(deps.db)) return undefined;
  return (await createAccessCode(deps, { kind: 'first', merchantId: null })).code;
}

/** Checks a code and does not use it up. @throws Refusal 403 if the code cannot set up a restaurant now */
export async function requireSetUpCode(
  { db, clock }: Pick<SetUpDeps, 'db' | 'clock'>,
  code: string,
): Promise<void> {
  const found = await findAccessCode(db, code, clock.now());
  const isGood = found?.kind === 'another' || (found?.kind === 'first' && !(await hasRestaurant(db)));
  if (!isGood) throw createWrongCode();
}

function createWrongCode(): Refusal {
  return createStatusRefusal(codes.forbidden, getServerTexts('staff.wrongCode'));
}

/**
 * Creates the restaurant, its owner and its tables, and uses the code up, in one transaction. If another set-up takes the
 * id first, it tries again with the next one.
 * @throws Refusal 403 for a wrong code; 400 with the first mistake in the form
 */
export async function createRestaurant(
  deps: SetUpDeps,
  command: BodyOf<typeof setUpRestaurant>,
): Promise<NewRestaurant> {
  const { db, clock, ids, random, pictures: files } = deps;
  const now = clock.now();
  const personId = ids.next();
  // Hashing the PIN is slow, so it happens before the transaction. The merchant's id is filled in later.
  const owner = await createPersonRow(
    { ...command.owner, role: 'owner' },
    { merchantId: '', id: personId, now },
  );
  for (;;) {
    await requireSetUpCode(deps, command.code);
    const merchantId = await findFreeId(db);
    const { whole, pictures } = await prepareRestaurant(command, merchantId, files);
    // Pictures are files outside the transaction. Saved first, they exist before the restaurant names them.
    for (const picture of pictures) await picture.save();
    const isCreated = await runInTransaction(db, async (trx) => {
      // This row only claims the id. `writeMerchant` writes the real content.
      const row = { id: merchantId, body: '{}' };
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('merchants')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      // Another set-up has just taken this id.
      if (!numInsertedOrUpdatedRows) return false;
      // Two requests may use the same code at once. The second finds it used up, and the transaction rolls back.
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

/** Returns one more than the highest number among the ids. An id that is no number does not count. */
async function findFreeId(db: Db): Promise<string> {
  const rows = await db.selectFrom('merchants').select('id').execute();
  const numbers = rows.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  return String(Math.max(firstId - 1, ...numbers) + 1);
}
