import type { Db } from '#server/platform/store/transactions.ts';
import type { StoredCategory } from './whole-merchant.ts';

/** Reads the course of each section of the menu that has one, by the section's id. */
export async function readCourses(db: Db, merchantId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'body'])
    .where('merchant_id', '=', merchantId)
    .execute();
  return new Map(
    rows.flatMap(({ id, body }) => {
      const { course } = JSON.parse(body) as StoredCategory;
      return course === undefined ? [] : [[id, course] as const];
    }),
  );
}
