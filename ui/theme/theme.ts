import { computeContrast, isHex, mix, readable, findReadableShade, visible, type Hex } from './contrast.ts';

/** The raw colours: paper, ink and clay, and a hue for each diner. Only `theme.ts` reads them. */
export const palette = {
  paper: '#f8f3ea',
  paperBright: '#fffdf9',
  paperShade: '#efe6d7',
  paperLine: '#dfd2bf',
  ink: '#2a1c14',
  inkSoft: '#65523f',
  inkDeep: '#1a100a',

  walnut: '#1a130f',
  walnutBright: '#261d17',
  walnutRaised: '#32271f',
  walnutShade: '#120c09',
  walnutLine: '#48392e',
  walnutPlate: '#7a6858',
  cream: '#f7ecdf',
  creamSoft: '#c4b09d',

  clay: '#8f7b67',
  clayLight: '#93806f',

  white: '#ffffff',
  black: '#000000',

  chilli: '#b3261e',
  chilliLight: '#ff9b8f',
  leaf: '#2f6b3a',
  leafLight: '#93d19b',
  honey: '#8a5a00',
  honeyLight: '#f1c46b',

  scrim: 'rgb(42 28 20 / 0.48)',
  scrimDeep: 'rgb(8 4 2 / 0.66)',
  shadow: '0 0.5rem 1.75rem rgb(74 47 26 / 0.14), 0 0.125rem 0.375rem rgb(74 47 26 / 0.08)',
  shadowDeep: '0 0.5rem 1.75rem rgb(0 0 0 / 0.5), 0 0.125rem 0.375rem rgb(0 0 0 / 0.4)',
} as const;

/** The contract's colour for a merchant that has chosen none. */
export const defaultMerchantColour = '#f6821f';

/** Diner colours that are easy to distinguish. */
const dinerHues = [
  '#c2452d',
  '#1f7a5c',
  '#3a62b5',
  '#a23b72',
  '#b0720b',
  '#6a4fb3',
  '#15788c',
  '#7a6a1d',
  '#8d4a2f',
  '#4b7a22',
] as const;

export type Scheme = 'light' | 'dark';

/** Number of diner colours. At larger tables colours repeat. */
export const dinerColours = dinerHues.length;

/** Colours by purpose. */
export interface Colours {
  readonly page: Hex;
  readonly surface: Hex;
  readonly raised: Hex;
  readonly sunken: Hex;
  /** The ground of a picture while it loads, and of its transparent parts. Drawings for a light ground are visible on it. */
  readonly plate: Hex;
  readonly line: Hex;
  /** Outline of a field or a tick box. It must be visible even if the field is empty. */
  readonly outline: Hex;
  readonly text: Hex;
  readonly textMuted: Hex;
  /** The merchant's colour as a ground, and text on it. */
  readonly accent: Hex;
  readonly onAccent: Hex;
  /** The merchant's colour as text or line on any ground of the app. */
  readonly accentText: Hex;
  readonly accentSoft: Hex;
  readonly danger: Hex;
  readonly onDanger: Hex;
  readonly dangerSoft: Hex;
  readonly success: Hex;
  readonly successSoft: Hex;
  readonly warning: Hex;
  readonly warningSoft: Hex;
  /** Toasts are dark on a light page and light on a dark one. */
  readonly toast: Hex;
  readonly onToast: Hex;
  /** A QR code is dark on light in both themes, because many cameras cannot read an inverted one. */
  readonly codeDark: Hex;
  readonly codeLight: Hex;
  readonly scrim: string;
  readonly shadow: string;
}

/** A diner's colour as a ground, text on it, and as text on the page. */
export interface DinerColour {
  readonly fill: Hex;
  readonly onFill: Hex;
  readonly text: Hex;
}

export interface AppTheme {
  readonly scheme: Scheme;
  readonly colour: Colours;
  readonly diners: readonly DinerColour[];
}

/** Creates the theme of one scheme in a merchant's colour. Text has a contrast of at least 4.5 with any colour. */
export function createTheme(scheme: Scheme, merchantColour: string = defaultMerchantColour): AppTheme {
  const merchant = isHex(merchantColour) ? merchantColour : defaultMerchantColour;
  const base = scheme === 'light' ? light : dark;
  const grounds = [base.page, base.surface, base.raised, base.sunken];
  const accentSoft = mix(base.surface, merchant, scheme === 'light' ? 0.14 : 0.2);
  const accentText = findReadableShade(merchant, [...grounds, accentSoft], base.far, readable);
  const { fill, onFill } = createSolid(merchant, base);
  return {
    scheme,
    colour: { ...base.colours, accent: fill, onAccent: onFill, accentText, accentSoft },
    diners: dinerHues.map((hue) => ({
      ...createSolid(hue, base),
      text: findReadableShade(hue, grounds, base.far, readable),
    })),
  };
}

interface Base {
  readonly page: Hex;
  readonly surface: Hex;
  readonly raised: Hex;
  readonly sunken: Hex;
  /** Text colours are mixed towards this one: the darkest of the light theme, the lightest of the dark one. */
  readonly far: Hex;
  readonly colours: Omit<Colours, 'accent' | 'onAccent' | 'accentText' | 'accentSoft'>;
}

/** Creates a ground that is visible on the page, and a readable text colour for it. The hue changes as little as possible. */
function createSolid(colour: Hex, base: Base): { fill: Hex; onFill: Hex } {
  // A pale ground on the light page is fine, because its text is visible. A dark ground on the dark page would not be.
  const seen =
    base.far === palette.cream ? findReadableShade(colour, [base.page], base.far, visible) : colour;
  if (computeContrast(palette.inkDeep, seen) >= readable) return { fill: seen, onFill: palette.inkDeep };
  return { fill: findReadableShade(seen, [palette.white], palette.black, readable), onFill: palette.white };
}

const light: Base = base(
  {
    page: palette.paper,
    surface: palette.paperBright,
    raised: palette.paperBright,
    sunken: palette.paperShade,
    far: palette.inkDeep,
  },
  {
    plate: palette.paperShade,
    line: palette.paperLine,
    outline: palette.clay,
    text: palette.ink,
    textMuted: palette.inkSoft,
    danger: palette.chilli,
    onDanger: palette.white,
    success: palette.leaf,
    warning: palette.honey,
    toast: palette.ink,
    onToast: palette.cream,
    codeDark: palette.inkDeep,
    codeLight: palette.white,
    scrim: palette.scrim,
    shadow: palette.shadow,
  },
);

const dark: Base = base(
  {
    page: palette.walnut,
    surface: palette.walnutBright,
    raised: palette.walnutRaised,
    sunken: palette.walnutShade,
    far: palette.cream,
  },
  {
    plate: palette.walnutPlate,
    line: palette.walnutLine,
    outline: palette.clayLight,
    text: palette.cream,
    textMuted: palette.creamSoft,
    danger: palette.chilliLight,
    onDanger: palette.inkDeep,
    success: palette.leafLight,
    warning: palette.honeyLight,
    toast: palette.cream,
    onToast: palette.ink,
    codeDark: palette.inkDeep,
    codeLight: palette.white,
    scrim: palette.scrimDeep,
    shadow: palette.shadowDeep,
  },
);

function base(
  grounds: Omit<Base, 'colours'>,
  rest: Omit<Base['colours'], 'page' | 'surface' | 'raised' | 'sunken' | `${string}Soft`>,
): Base {
  const { page, surface, raised, sunken } = grounds;
  const mixSoft = (colour: Hex) => mix(surface, colour, 0.12);
  return {
    ...grounds,
    colours: {
      page,
      surface,
      raised,
      sunken,
      ...rest,
      dangerSoft: mixSoft(rest.danger),
      successSoft: mixSoft(rest.success),
      warningSoft: mixSoft(rest.warning),
    },
  };
}
