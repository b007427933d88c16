import type { ApiError } from '#client/api/api-error.ts';
import { createContext, use, useCallback } from 'react';
import type { AtTable } from '#client/api/diner-state.ts';
import type { Member } from '#contract/calls/member.ts';
import { useTranslation } from 'react-i18next';
import type { DinerCart } from '#client/cart/table-cart.ts';

/** The result of a login. Without an error no request was made, because the guest's changes could not be sent first. */
export type LoginResult =
  | { readonly ok: true; readonly member: Member }
  | { readonly ok: false; readonly error: ApiError | undefined };

/** The data that members edit in their profile. */
export interface ProfileFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthday: number | null;
  readonly mail: string;
}

/** The diner of this phone, their table, and the actions that change either. */
export interface Diner {
  readonly member: Member | undefined;
  readonly isMember: boolean;
  readonly table: AtTable | undefined;
  /** Registers the guest if needed, and opens or joins the table's session. Rejects with an ApiError. */
  scan(merchantId: string, qrcodeId: string): Promise<AtTable>;
  /**
   * Joins a table again after its restaurant restored older data. Resolves with undefined if the diner has left it.
   * Rejects with an ApiError.
   */
  rejoin(left: AtTable): Promise<AtTable | undefined>;
  /** Starts an order to go, with a cart but without a table. Rejects with an ApiError. */
  orderWithoutTable(merchantId: string): Promise<void>;
  /** Waits until all own changes are sent, then logs in. The guest's lines become the member's. */
  logIn(phone: string, code: string): Promise<LoginResult>;
  logOut(): Promise<void>;
  /** Called when the table's session is over. The diner stays known. */
  leaveTable(): void;
  /** Saves the diner's names. The cart shows the first name. Rejects with an ApiError. */
  rename(firstName: string, lastName?: string): Promise<void>;
  saveProfile(profile: ProfileFields): Promise<void>;
}

/** The diner's table at this merchant. undefined without a table, also for an order to go. */
export function findTableAt(
  merchantId: string | undefined,
  { table }: Pick<Diner, 'table'>,
): AtTable | undefined {
  return table?.merchantId === merchantId && table?.tableId ? table : undefined;
}

export const DinerContext = createContext<Diner | undefined>(undefined);

export function useDiner(): Diner {
  const diner = use(DinerContext);
  if (!diner) throw new Error('useDiner needs a DinerContext above it');
  return diner;
}

/** Returns a function for a diner's shown name: the own first name from the account, others' from their events. */
export function useDinerName(): (diner: Pick<DinerCart, 'mine' | 'userName'>) => string {
  const { t } = useTranslation('menu');
  const { member } = useDiner();
  const firstName = member?.firstName;
  return useCallback(({ mine, userName }) => (mine && firstName) || userName || t('guest'), [firstName, t]);
}
