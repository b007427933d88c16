import { valueOf } from '#client/values/value.ts';

/** A 401 has ended the diner's visit: the login page says so (CE11). */
export const endedVisit = valueOf(false);
