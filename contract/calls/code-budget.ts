/**
 * Limits of login codes and order codes. They are separate from other codes and calls, so that the phone loads them
 * only with the pages that need them.
 */
import * as z from 'zod/mini';
import { time } from '../fields.ts';

/** Codes of the envelope that are not part of the contract's list. */
export const codeRefusals = {
  /** Only the staff can allow this table to order. */
  orderCodesSpent: 1012,
  /** A budget is exhausted. For login codes, the data say which one and until when. */
  budgetSpent: 4292,
} as const;

/**
 * The budgets of login codes: the pause after the last text, a day's codes per phone number, per restaurant and per
 * address, and wrong codes.
 */
const codeBudgets = ['pause', 'phone', 'merchant', 'address', 'attempts'] as const;

/** The data of a refusal with 4290 or 4292: the exhausted budget, and when it is available again, ms since 1970. */
export const codeBudgetSchema = z.object({ budget: z.enum(codeBudgets), until: time });
export type CodeBudget = z.infer<typeof codeBudgetSchema>;
