import type { Db } from '#server/platform/store/transactions.ts';
import { readCategories } from './categories.ts';

/** Reads the course of each section of the menu that has one, by the section's id. */
export async function readCourses(db: Db, merchantId: string): Promise<ReadonlyMap<string, number>> {
  const categories = await readCategories(db, merchantId);
  return new Map(categories.flatMap(({ id, course }) => (course === undefined ? [] : [[id, course]])));
}
