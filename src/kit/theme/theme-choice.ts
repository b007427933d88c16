import { createContext, use, useSyncExternalStore } from 'react';
import { storageKeys } from '#src/kit/storage/storage-keys.ts';
import { localValue } from '#src/kit/storage/web-storage.ts';
import type { TextSize } from './text-size.ts';
import type { Scheme } from './theme.ts';

interface ThemeChoice {
  /** What is shown. */
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
