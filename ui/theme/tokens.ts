/**
 * Design tokens: the theme's colours by name, and measures that are the same in every theme (space, type, shape, motion,
 * layers, breakpoints). Components use only these and contain no colours or sizes of their own.
 */
import type { Colours, DinerColour } from './theme.ts';

/**
 * Returns a reference to a colour of the theme, for styles: `` color: ${colour('textMuted')}; ``. It is a CSS variable, so a
 * change of the theme renders no component again.
 */
export function colour(name: keyof Colours): string {
  return `var(--${name})`;
}

/** Returns a reference to a diner's colour. `hue` is an index into the theme's `diners`. */
export function chooseDinerColour(hue: number, part: keyof DinerColour): string {
  return `var(--diner-${hue}-${part})`;
}

/** Steps of 4 px, in rem, so they grow with the text size. Paddings around text are limited by the width of the screen. */
export const space = {
  none: '0',
  hair: '0.125rem',
  xs: '0.25rem',
  sm: '0.5rem',
  md: 'min(0.75rem, 4vw)',
  lg: 'min(1rem, 5vw)',
  xl: 'min(1.25rem, 6vw)',
  xxl: '1.5rem',
  huge: '2rem',
  giant: '3rem',
} as const;

export const radius = {
  mark: '0.1875rem',
  sm: '0.5rem',
  md: '0.875rem',
  lg: '1.25rem',
  xl: '1.75rem',
  /** For pills, plates and buttons. */
  round: '999px',
} as const;

export const border = { thin: '1px', thick: '2px', bold: '3px' } as const;

/** Fixed sizes. `touch` is the least size of a control. Controls grow less than text, which needs the room. */
export const size = {
  touch: 'min(2.75rem, 56px)',
  control: 'min(3.25rem, 68px)',
  tick: '1.375rem',
  icon: '1.25em',
  badge: '1.25rem',
  /** Least width of a dish's row. Two fit side by side from 700 px on. */
  dishRow: '19.5rem',
  /** Least width of a dish's row on `roomy` screens, where three fit. */
  dishRowRoomy: '14.25rem',
  /** Largest root font: twice the usual. Layouts work up to this size, and the browser's zoom enlarges further. */
  textMost: '32px',
  mark: '0.9375rem',
  avatarSm: '1.75rem',
  avatarMd: '2.25rem',
  avatarLg: '2.75rem',
  avatarOverlap: '-0.5rem',
  plate: '6.5rem',
  /** Limited, because with large text the words next to it need the room. */
  plateInRow: 'min(5.5rem, 88px)',
  /** For signature dishes. The extra size extends into the page's margin, so that all names stay aligned. */
  plateSignature: 'calc(min(5.5rem, 88px) + min(1rem, 16px, 5vw))',
  plateBleed: 'min(1rem, 16px, 5vw)',
  /** A card in the row above the menu. The next one shows that there are more. */
  dishCard: 'min(15rem, 78vw)',
  cardPicture: 'min(4.75rem, 76px)',
  /** Least width of text next to other parts. With less, those parts wrap to the next line. */
  readable: '9rem',
  plateLarge: 'min(15rem, 60vw, 24dvh)',
  logo: '5rem',
  ring: '3.25rem',
  /** The drawing of the table at the top of the cart: the diners around the disc, their plates on it. */
  table: 'min(18rem, 100cqi)',
  tableLow: '11rem',
  /** Without this much room the drawing is left out, as with large text. */
  tableRoom: '16rem',
  /** Parts of the table. */
  chairRoom: '13%',
  plateRoom: '16%',
  discPlate: { large: '22%', middle: '15%', small: '9%' },
  dot: '1.25rem',
  inviteCode: '9rem',
  /** Below the header with the menu's sections, and below a tall sheet's heading. */
  toastTop: '8.25rem',
  card: '20rem',
  header: '4.25rem',
  /** Rows that are narrower leave out their icon, or put a field on a line of its own. */
  tightRow: '14rem',
  /** Least width for a few words. */
  fewWords: '6rem',
  headerWords: '5rem',
  /** In a narrower header the buttons are below the text, five in a row. */
  headerFull: '21rem',
  headerButton: 'min(2.75rem, max(44px, 17cqi))',
  /** A long name takes three lines below the first width, and two below the second. */
  headerThreeLines: '22rem',
  headerOneLine: '30rem',
  pills: '3.5rem',
  /** In less width the name of a section takes two lines. */
  pillWhole: '9rem',
  bar: '4.25rem',
  /** A narrower cart bar leaves out its arrow and the words above its sum, then its ring. */
  barLabel: '20rem',
  barFull: '16rem',
  /** A narrower cart bar shows only the sum. */
  barSum: '14rem',
  step: '1.75rem',
  stepper: 'min(8.25rem, 164px)',
  addButton: 'min(8rem, 42vw)',
  /** Padding of a button. Limited, so that large text has room. */
  buttonRoom: 'min(1.5rem, 8vw)',
  textArea: '5.5rem',
  centredPanel: '30rem',
  /** A sheet on a phone in landscape, and the footer in it. */
  flatPanel: '60rem',
  flatFoot: 'max(13rem, 30%)',
  dialog: '24rem',
  content: '46rem',
  sidePanel: '23rem',
  sidePanelRoomy: '20rem',
  wide: '74rem',
  /** Largest width of the menu: the cart next to three columns of dishes. */
  menuWide: '82rem',
  /** The owner's menu editor: its list, and the preview on a phone. */
  ownerList: '18rem',
  ownerPhone: '20rem',
  /** In less width the fields of two languages are one below the other. */
  ownerField: '12rem',
  /** Height of the sticky navigation above the editor, then together with the draft's bar. */
  ownerBar: 'calc(4rem + 1px)',
  ownerTop: '8.5rem',
  /** Height of the sticky bar at the lower edge. */
  ownerFoot: '8rem',
  /** Height of the scrolling list of a log's records. */
  recordList: 'min(40rem, 62dvh)',
  /** One of several phones side by side. */
  phone: 'min(15rem, 80vw)',
  phoneScreen: 'min(52rem, 76dvh)',
  trackMarks: '0.75rem',
  /** The demo's switch, and its cart with three lines. */
  demoSwitch: '1.75rem',
  demoThumb: '1.25rem',
  demoCart: '19rem',
  /** A chart of bars side by side. */
  chart: '14rem',
} as const;

/** Height of a bottom sheet. The contract sets `part` for the order-type popup; in landscape it needs more of the screen. */
export const sheetHeight = { content: 'auto', part: 'max(55dvh, min(22rem, 92dvh))', tall: '92dvh' } as const;

const systemFonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "PingFang TC", "Noto Sans TC", "Noto Sans CJK TC", "Microsoft JhengHei", sans-serif';

/** The diners' app loads this face for headings (`src/shell/brand-face.ts`). */
export const brandFace = 'Fraunces';

export const font = {
  text: systemFonts,
  code: 'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace',
  /** For headings, by the language of the page. */
  display: 'var(--heading)',
} as const;

/**
 * Complete declarations for styles. Sizes are 0.875, 1, 1.1875, 1.5 and 2 rem, weights are 400, 600 and, for headings, 700. No
 * text is smaller than 14 px, except in narrow pills.
 */
export const type = {
  display: `font: 700 clamp(1.375rem, 9vw, 2rem)/1.15 ${font.display}; letter-spacing: -0.01em`,
  title: `font: 700 clamp(1.125rem, 7.5vw, 1.5rem)/1.25 ${font.display}; letter-spacing: -0.01em`,
  heading: `font: 700 1.1875rem/1.3 ${font.display}`,
  nameplate: `font: 700 1rem/1.15 ${font.display}`,
  body: `font: 400 1rem/1.5 ${font.text}`,
  /** For inputs. Small enough that a whole phone number is visible. */
  field: `font: 400 min(1rem, 7vw)/1.5 ${font.text}`,
  strong: `font: 600 1rem/1.4 ${font.text}`,
  button: `font: 600 1rem/1.25 ${font.text}`,
  small: `font: 400 0.875rem/1.45 ${font.text}`,
  label: `font: 600 0.875rem/1.35 ${font.text}`,
  /** For pills with two lines: a word must fit next to two buttons. */
  pillLarge: `font: 600 clamp(0.6875rem, 5.5vw, 0.875rem)/1.1 ${font.text}`,
  code: `font: 400 0.875rem/1.45 ${font.code}`,
} as const;

/** For names and notes: a word that is longer than a line may break anywhere, at a syllable if the language is known. */
export const longWords = 'overflow-wrap: anywhere; hyphens: auto';

/** For people's names: a word breaks only if it does not fit into a line of its own. */
export const wholeWords = 'max-width: 100%; overflow-wrap: break-word';

/** The face of headings has no figures of equal width. */
export const figures = `font-family: ${font.text}; font-variant-numeric: tabular-nums lining-nums`;

export const motion = {
  quick: '120ms',
  calm: '220ms',
  turn: '420ms',
  slow: '1400ms',
  out: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  in: 'cubic-bezier(0.5, 0, 0.9, 0.4)',
} as const;

/** `z-index` of everything above the page, lowest first. */
export const layer = { raised: 1, sticky: 10, bar: 20, sheet: 30, dialog: 40, toast: 50 } as const;

/** The contract's breakpoints, px. */
export const breakpoints = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536 } as const;

/** Media queries; `up('md')` is "at least as wide as md". */
export function up(breakpoint: keyof typeof breakpoints): string {
  return `@media (min-width: ${breakpoints[breakpoint]}px)`;
}

/**
 * A small phone, or large text: nothing may stay fixed on the screen. `AppThemeProvider` sets the attribute, because a media
 * query does not know the app's own text size.
 */
export const cramped = ':root[data-cramped] &';

/** Screens with little height. Decoration shrinks on a `low` screen and disappears on a `veryLow` one. */
export const low = '@media (max-height: 43.74rem)';
export const veryLow = '@media (max-height: 34.99rem)';
/** A phone in landscape: parts are side by side instead of one above the other. */
export const flat = '@media (max-height: 34.99rem) and (min-width: 40rem)';

/** Room for the cart next to three columns of dishes: from 1 100 px. */
export const roomy = '@media (min-width: 68.75rem)';

/** Queries for a cart next to the menu, from `lg` on. Queries do not know the app's text size, so `double` has its own. */
export const cartBeside = {
  usual: `(min-width: ${breakpoints.lg}px) and (min-width: 46rem)`,
  double: '(min-width: 92rem)',
} as const;

export const hoverable = '@media (hover: hover)';

/** Space that the phone's notch and home bar cover. */
export const safe = {
  top: 'env(safe-area-inset-top, 0px)',
  bottom: 'env(safe-area-inset-bottom, 0px)',
  /** Left and right, for landscape. */
  sides: 'env(safe-area-inset-left, 0px) env(safe-area-inset-right, 0px)',
  right: 'env(safe-area-inset-right, 0px)',
} as const;

/** How scripts scroll: smoothly, unless the diner prefers reduced motion. */
export function getScrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
