import { createContext, use } from 'react';

/** Popups that any page may open; one of a kind at a time. */
export interface Popups {
  /** Resolves true once the diner is a member, false when the popup was closed or skipped. */
  askLogin(options?: { closable?: boolean }): Promise<boolean>;
  /** Resolves true once the diner has a first name (at once if there is one), false when closed. */
  askName(): Promise<boolean>;
  /**
   * Asks a member for birthday and the rest; resolves true once they are saved, false when closed, undefined when the
   * page went on elsewhere before.
   */
  askProfile(): Promise<boolean | undefined>;
  openOrderType(): void;
  /** Closes whichever of them is open, whoever asked for it. */
  closeAll(): void;
}

export const PopupsContext = createContext<Popups | undefined>(undefined);

export function usePopups(): Popups {
  const popups = use(PopupsContext);
  if (!popups) throw new Error('usePopups needs a PopupsContext above it');
  return popups;
}
