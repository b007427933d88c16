import type { AppTheme, Colours, DinerColour } from './theme.ts';

/**
 * The theme's colour of this name, for use in a styled part: `` color: ${colour('textMuted')}; ``.
 * A reference, so that a part's style is the same text in every theme, and another theme renders nothing anew.
 */
export function colour(name: keyof Colours): string {
  return `var(--${name})`;
}

/** One of the colours of the diner with this hue, an index into the theme's `diners`. */
export function dinerColour(hue: number, part: keyof DinerColour): string {
  return `var(--diner-${hue}-${part})`;
}

/** What the references stand for: declarations for the root of the page. */
export function colourValues({ colour: colours, diners }: AppTheme): string {
  const ofApp = Object.entries(colours).map(([name, value]) => `--${name}: ${value};`);
  const ofDiners = diners.flatMap((diner, hue) =>
    Object.entries(diner).map(([part, value]) => `--diner-${hue}-${part}: ${value};`),
  );
  return [...ofApp, ...ofDiners].join(' ');
}
