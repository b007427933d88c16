import { createValue } from '#client/values/value.ts';

/** True after a 401 has ended the diner's visit. The login page shows a notice then. */
export const endedVisit = createValue(false);
