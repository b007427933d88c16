import type { DevicePlan } from '../plan/plan.ts';
import { skewOf, type Settings } from './settings.ts';

/** Who sits at the table, in the order in which they come. */
export const dinerNames = ['Amy', 'Ben', 'Chloe', 'David', 'Emma', 'Felix', 'Grace', 'Hugo'] as const;

export const fewestPhones = 2;
export const mostPhones = dinerNames.length;

/** One phone for each diner. */
export function phonesOf(count: number, settings: Settings): DevicePlan[] {
  return dinerNames.slice(0, count).map((name, index) => ({
    userId: `u${index + 1}`,
    name,
    tabs: 1,
    locks: true,
    skewMs: skewOf(settings, index),
    older: false,
  }));
}
