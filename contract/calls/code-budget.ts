/** CE23: apart from the calls, so that only the login has it. */
import * as z from 'zod/mini';
import { time } from '../fields.ts';

/** What bounds login codes: the pause after the last text, a day of the phone, the restaurant or the address, wrong codes. */
const codeBudgets = ['pause', 'phone', 'merchant', 'address', 'attempts'] as const;

/** Beside a refusal with 4290 or 4292: what is used up, and when it is there again, ms since 1970. */
export const codeBudgetSchema = z.object({ budget: z.enum(codeBudgets), until: time });
export type CodeBudget = z.infer<typeof codeBudgetSchema>;
