/** CE23, CE24: apart from the other codes and calls, so that a phone loads it with the pages that meet it. */
import * as z from 'zod/mini';
import { time } from '../fields.ts';

/** Codes of the envelope that are not in the catalogue. */
export const codeRefusals = {
  /** Only the staff can let this table order. */
  orderCodesSpent: 1012,
  /** A budget is used up; of login codes the data say which, and until when. */
  budgetSpent: 4292,
} as const;

/** What bounds login codes: the pause after the last text, a day of the phone, the restaurant or the address, wrong codes. */
const codeBudgets = ['pause', 'phone', 'merchant', 'address', 'attempts'] as const;

/** Beside a refusal with 4290 or 4292: what is used up, and when it is there again, ms since 1970. */
export const codeBudgetSchema = z.object({ budget: z.enum(codeBudgets), until: time });
export type CodeBudget = z.infer<typeof codeBudgetSchema>;
