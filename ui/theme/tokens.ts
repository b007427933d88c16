/**
 * What a styled part is made of: the theme's colours by name, and measures that are the same in every theme (space, type,
 * shape, motion, layers, breakpoints). Components write neither colours nor sizes themselves.
 */
import type { Colours, DinerColour } from './theme.ts';

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

/** Steps of 4 px (in rem, so that they grow with the diner's text size; what frames words no further than a phone has room). */
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
  /** Pills, plates and buttons: the turntable's round. */
  round: '999px',
} as const;

export const border = { thin: '1px', thick: '2px', bold: '3px' } as const;

/** Fixed extents. `touch` is the least that a finger is offered. */
export const size = {
  touch: '2.75rem',
  control: '3.25rem',
  tick: '1.375rem',
  icon: '1.25em',
  badge: '1.25rem',
  /** Least width of a dish's row: two stand side by side from 700 px on. */
  dishRow: '19.5rem',
  /** The same where three do. */
  dishRowRoomy: '14.25rem',
  /** Twice the usual: up to here every layout has room, and the browser's zoom goes on. */
  textMost: '32px',
  mark: '0.9375rem',
  avatarSm: '1.75rem',
  avatarMd: '2.25rem',
  avatarLg: '2.75rem',
  avatarOverlap: '-0.5rem',
  plate: '6.5rem',
  /** Grows no further with the text: beside it the words need the room. */
  plateInRow: 'min(5.5rem, 88px)',
  /** Of a dish that the house is proud of: so much larger, into the page's margin, that all words begin in one line. */
  plateSignature: 'calc(min(5.5rem, 88px) + min(1rem, 16px, 5vw))',
  plateBleed: 'min(1rem, 16px, 5vw)',
  /** Beside less than this words stand letter under letter: what can goes to the next line. */
  readable: '9rem',
  plateLarge: 'min(15rem, 60vw, 24dvh)',
  logo: '5rem',
  ring: '3.25rem',
  /** The table seen from above, at the top of the cart: around the disc the diners, on it their plates. */
  table: '9rem',
  tableLow: '7rem',
  tableWide: '13rem',
  /** With less the dishes' lines need its room: large text. */
  tableRoom: '12rem',
  /** Parts of the table. */
  chairRoom: '13%',
  plateRoom: '23%',
  discPlate: { large: '17%', middle: '15%', small: '9%' },
  dot: '1.25rem',
  inviteCode: '9rem',
  /** Below the header with the menu's sections, and below a tall sheet's heading. */
  toastTop: '8.25rem',
  card: '20rem',
  header: '4.25rem',
  /** With less a row has no room for its icon, nor for a field between two buttons. */
  tightRow: '14rem',
  /** Beside less than this a few words stand letter under letter. */
  fewWords: '6rem',
  headerWords: '5rem',
  /** With less the header's buttons stand below its words, five in a line. */
  headerFull: '21rem',
  headerButton: 'min(2.75rem, max(44px, 17cqi))',
  /** With less a long name takes three lines, and two with less than the next. */
  headerThreeLines: '22rem',
  headerOneLine: '30rem',
  pills: '3.5rem',
  /** Beside less than this the name of a section takes two lines. */
  pillWhole: '9rem',
  bar: '4.25rem',
  /** With less the cart bar leaves out its ring. */
  barFull: '18rem',
  /** With less it says the sum alone. */
  barSum: '14rem',
  step: '1.75rem',
  stepper: '8.25rem',
  addButton: '8rem',
  /** Beside a button's words; large text takes it. */
  buttonRoom: 'min(1.5rem, 8vw)',
  textArea: '5.5rem',
  centredPanel: '30rem',
  /** A sheet on a phone on its side, and in it what is to be done. */
  flatPanel: '60rem',
  flatFoot: 'max(13rem, 30%)',
  dialog: '24rem',
  content: '46rem',
  sidePanel: '23rem',
  sidePanelRoomy: '20rem',
  wide: '74rem',
  /** The cart beside three dishes in a line, and no fourth. */
  menuWide: '82rem',
  /** The owner's menu: its list, and the look at a phone beside it. */
  ownerList: '18rem',
  ownerPhone: '20rem',
  /** With less a text in two languages stands one above the other. */
  ownerField: '12rem',
  /** What stays in sight above them: the pages, then also the draft's bar. */
  ownerBar: 'calc(4rem + 1px)',
  ownerTop: '8.5rem',
  /** What may stay in sight at the lower edge. */
  ownerFoot: '8rem',
  /** A log's list of records, of which the rest is scrolled to. */
  recordList: 'min(40rem, 62dvh)',
  /** A phone beside others. */
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

/** How tall a bottom sheet stands; `part` is the order-type popup (CL11), which needs more of a phone on its side. */
export const sheetHeight = { content: 'auto', part: 'max(55dvh, min(22rem, 92dvh))', tall: '92dvh' } as const;

const systemFonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "PingFang TC", "Noto Sans TC", "Noto Sans CJK TC", "Microsoft JhengHei", sans-serif';

export const font = {
  text: systemFonts,
  code: 'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace',
  /** Rounded where the system has it. */
  display: `ui-rounded, "SF Pro Rounded", ${systemFonts}`,
} as const;

/** Whole declarations, put into a styled part as they are. Nothing is set smaller than 14 px. */
export const type = {
  display: `font: 800 clamp(1.375rem, 9vw, 2rem)/1.15 ${font.display}; letter-spacing: -0.02em`,
  title: `font: 800 clamp(1.125rem, 7.5vw, 1.5rem)/1.25 ${font.display}; letter-spacing: -0.015em`,
  heading: `font: 750 1.1875rem/1.3 ${font.display}; letter-spacing: -0.005em`,
  nameplate: `font: 750 1rem/1.15 ${font.display}; letter-spacing: -0.005em`,
  body: `font: 400 1rem/1.5 ${font.text}`,
  /** What is typed: a phone number stays in sight as a whole. */
  field: `font: 400 min(1rem, 7vw)/1.5 ${font.text}`,
  strong: `font: 650 1rem/1.4 ${font.text}`,
  button: `font: 700 1.0625rem/1.25 ${font.text}`,
  small: `font: 400 0.875rem/1.45 ${font.text}`,
  label: `font: 650 0.875rem/1.35 ${font.text}`,
  /** On two lines, as wide as a word beside two buttons can be. */
  pillLarge: `font: 650 clamp(0.6875rem, 5.5vw, 0.875rem)/1.1 ${font.text}`,
  code: `font: 400 0.875rem/1.45 ${font.code}`,
} as const;

/** For names and notes: what no line has room for breaks anywhere, at a syllable where the language is known. */
export const longWords = 'overflow-wrap: anywhere; hyphens: auto';

/** For people's names: a word stays whole while a line of its own has room for it. */
export const wholeWords = 'max-width: 100%; overflow-wrap: break-word';

export const figures = 'font-variant-numeric: tabular-nums lining-nums';

export const motion = {
  quick: '120ms',
  calm: '220ms',
  turn: '420ms',
  slow: '1400ms',
  out: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  in: 'cubic-bezier(0.5, 0, 0.9, 0.4)',
} as const;

/** Everything that stands above the page, by name, lowest first. */
export const layer = { raised: 1, sticky: 10, bar: 20, sheet: 30, dialog: 40, toast: 50 } as const;

/** CL15, px. */
export const breakpoints = { xs: 320, sm: 640, md: 768, lg: 1024, xl: 1280, xxl: 1536 } as const;

/** Media queries; `up('md')` is "at least as wide as md". */
export function up(breakpoint: keyof typeof breakpoints): string {
  return `@media (min-width: ${breakpoints[breakpoint]}px)`;
}

/** A small phone, or large text: no room to keep anything in sight but what is read. A query knows the browser's text, not the app's own. */
export const cramped = ':root[data-cramped] &';

/** Screens with little height: what only adorns gives way, first by half, then wholly. */
export const low = '@media (max-height: 43.74rem)';
export const veryLow = '@media (max-height: 34.99rem)';
/** A phone on its side: what stands one above the other has room side by side. */
export const flat = '@media (max-height: 34.99rem) and (min-width: 40rem)';

/** The cart and three dishes side by side: from 1 100 px. */
export const roomy = '@media (min-width: 68.75rem)';

/** Where the cart has room beside the menu: from `lg` on, with large text later; a query knows the browser's, not the app's own. */
export const cartBeside = {
  usual: `(min-width: ${breakpoints.lg}px) and (min-width: 46rem)`,
  double: '(min-width: 92rem)',
} as const;

export const hoverable = '@media (hover: hover)';

/** What the phone's notch and home bar take. */
export const safe = {
  top: 'env(safe-area-inset-top, 0px)',
  bottom: 'env(safe-area-inset-bottom, 0px)',
  /** Of a phone on its side: left and right. */
  sides: 'env(safe-area-inset-left, 0px) env(safe-area-inset-right, 0px)',
  right: 'env(safe-area-inset-right, 0px)',
} as const;

/** How a script may scroll: smoothly, unless the diner asked for less motion. */
export function getScrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
