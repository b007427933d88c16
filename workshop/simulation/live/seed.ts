import { hashOf } from '../world/random.ts';

/** The seed of a run by what somebody calls it: a number as it is, any other word by its hash. */
export function seedOf(name: string): string {
  return /^\d{1,19}$/.test(name) ? name : hashOf(name).toString();
}
