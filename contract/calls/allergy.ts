/** What the diner is allergic to. The kitchen sees it on each dish that they order at this table from then on. */
import * as z from 'zod/mini';
import { allergySchema } from '../allergy.ts';
import { call } from '../http/call.ts';

const path = '/api/merchant/table/allergy';

/** "" if the diner has not said anything. */
const data = z.object({ allergy: z.string() });

export const getAllergy = call(`GET ${path}`, { data });

/** "" removes it. */
export const setAllergy = call(`POST ${path}`, { body: z.object({ allergy: allergySchema }), data });
