import { createContext, use } from 'react';

/** Popups that any page may open. Each kind can be open once. */
export interface Popups {
  /** Asks for a login unless the diner is a member. Resolves with true if they are one, false if they closed the popup. */
  askLogin(options?: { closable?: boolean }): Promise<boolean>;
  /** Asks for a first name unless there is one. Resolves with true if there is one, false if the diner closed the popup. */
  askName(): Promise<boolean>;
  /**
   * Asks a member to complete the profile. Resolves with true once it is saved, false if the diner closed the popup,
   * undefined if they left the page first.
   */
  askProfile(): Promise<boolean | undefined>;
  openOrderType(): void;
  closeAll(): void;
}

export const PopupsContext = createContext<Popups | undefined>(undefined);

export function usePopups(): Popups {
  const popups = use(PopupsContext);
  if (!popups) throw new Error('usePopups needs a PopupsContext above it');
  return popups;
}
