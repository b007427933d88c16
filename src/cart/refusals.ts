import { codes } from '#contract/codes.ts';
import type { Environment } from './environment.ts';
import type { TableNotice } from './table-cart.ts';

/** A change that the server goes on refusing is sent again and again: the diner hears of it once in so long, ms. */
const tellAgainMs = 60_000;

/** 401: the app logs the diner out and closes this engine. 403: this table takes members only, until the login. */
const saidElsewhere: readonly number[] = [codes.unauthorized, codes.forbidden];

/** Section 8: after one of these the phone loads the cart anew. */
export const staleCodes: readonly number[] = [
  codes.shoppingCartUpdated,
  codes.orderSubmitted,
  codes.checkoutInProgress,
  codes.orderHasCheckout,
  codes.orderModified,
];

export interface RefusalsOptions {
  readonly env: Environment;
  readonly tell: (notice: TableNotice) => void;
  readonly endSession: () => void;
}

/** What follows when the server refuses a whole request. */
export interface Refusals {
  refused(call: 'update' | 'fetch', code: number, msg: string): void;
}

export function createRefusals({ env, tell, endSession }: RefusalsOptions): Refusals {
  const toldAt = new Map<string, number>();
  return {
    refused(call, code, msg) {
      if (code === codes.tableUnavailable) return endSession();
      console.warn(`cart: ${call} refused with code ${code}`);
      if (saidElsewhere.includes(code)) return;
      const last = toldAt.get(`${call} ${code}`);
      if (last !== undefined && env.now() - last < tellAgainMs) return;
      toldAt.set(`${call} ${code}`, env.now());
      tell({ kind: 'callRefused', call, code, msg });
    },
  };
}
