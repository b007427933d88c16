import { createContext, use } from 'react';
import type { MenuTree } from '#contract/menu-file/menu-tree.ts';
import type { Settled } from './draft-store.ts';
import type { Recipe } from './acts.ts';
import type { Rules } from './dish-mistakes.ts';

/** The draft for the list and the forms. */
export interface Draft {
  readonly tree: MenuTree;
  /** The published menu. */
  readonly published: MenuTree;
  readonly rules: Rules;
  /** The languages in which its texts are edited. */
  readonly languages: readonly string[];
  edit(recipe: Recipe): void;
  /** Saves the draft, and finds its version if it is still the one that is shown. */
  findVersion(): Promise<Settled>;
  /** The ids of dishes and sections with unpublished changes. */
  readonly changedIds: ReadonlySet<string>;
  /** The ids of dishes and sections with mistakes. */
  readonly mistaken: ReadonlySet<string>;
  /** How often publishing failed because of mistakes. From then on, every missing value is marked. */
  readonly tries: number;
}

export const DraftContext = createContext<Draft | undefined>(undefined);

export function useDraft(): Draft {
  const draft = use(DraftContext);
  if (!draft) throw new Error('useDraft needs a DraftContext above it');
  return draft;
}
