import { createContext, use } from 'react';
import type { MenuTree } from '#contract/menu-file/menu-tree.ts';
import type { Recipe } from './acts.ts';
import type { Rules } from './dish-mistakes.ts';

/** The draft as the list and the forms see it. */
export interface Draft {
  readonly tree: MenuTree;
  /** What diners see. */
  readonly published: MenuTree;
  readonly rules: Rules;
  edit(recipe: Recipe): void;
  /** Dishes and sections that are not as diners see them. */
  readonly changedIds: ReadonlySet<string>;
  /** Those with something wrong. */
  readonly mistaken: ReadonlySet<string>;
  /** So often it was to be published with mistakes in it: what is missing is said everywhere. */
  readonly tries: number;
}

export const DraftContext = createContext<Draft | undefined>(undefined);

export function useDraft(): Draft {
  const draft = use(DraftContext);
  if (!draft) throw new Error('useDraft needs a DraftContext above it');
  return draft;
}
