import type { Colours, AppTheme } from './theme.ts';

/** The theme's colour of this name, for use in a styled part: `` color: ${colour('textMuted')}; ``. */
export function colour(name: keyof Colours) {
  return ({ theme }: { theme: AppTheme }): string => theme.colour[name];
}
