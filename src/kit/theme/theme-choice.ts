import { createContext, use, useSyncExternalStore } from 'react';
import { localValue, storageKeys } from '#src/kit/storage/web-storage.ts';
import type { Scheme } from './theme.ts';

interface ThemeChoice {
  readonly scheme: Scheme;
  /** What the diner chose; undefined follows the system. */
  readonly chosen: Scheme | undefined;
  choose(scheme: Scheme | undefined): void;
  readonly textSize: TextSize;
  chooseTextSize(size: TextSize): void;
}

export const ThemeChoiceContext = createContext<ThemeChoice | undefined>(undefined);

/** Light or dark, and how large the text is: what is shown, and how to change it. */
export function useThemeChoice(): ThemeChoice {
  const choice = use(ThemeChoiceContext);
  if (!choice) throw new Error('useThemeChoice needs an AppThemeProvider above it');
  return choice;
}

export function keptScheme(): Scheme | undefined {
  const kept = localValue.get(storageKeys.theme);
  return kept === 'light' || kept === 'dark' ? kept : undefined;
}

export function keepScheme(scheme: Scheme | undefined): void {
  localValue.set(storageKeys.theme, scheme);
}

/** The scheme that the phone's system is set to, followed while it changes. */
export function useSystemScheme(): Scheme {
  return useSyncExternalStore(subscribe, () => (darkQuery().matches ? 'dark' : 'light'));
}

function subscribe(notify: () => void): () => void {
  const query = darkQuery();
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}

function darkQuery(): MediaQueryList {
  return globalThis.matchMedia('(prefers-color-scheme: dark)');
}

/** Sizes of all text, and of what is measured by it, as parts of the size that the phone is set to. */
export const textSizes = { normal: '100%', large: '118.75%', largest: '137.5%' } as const;
export type TextSize = keyof typeof textSizes;

export function keptTextSize(): TextSize {
  const kept = localValue.get(storageKeys.textSize);
  return kept !== undefined && Object.hasOwn(textSizes, kept) ? (kept as TextSize) : 'normal';
}

export function keepTextSize(size: TextSize): void {
  localValue.set(storageKeys.textSize, size === 'normal' ? undefined : size);
}
