/** Most of a page: words, parts one below the other, parts one beside the other. */
import { styled } from 'styled-components';
import type { Colours } from '#ui/theme/theme.ts';
import {
  border,
  colour,
  figures,
  hoverable,
  longWords,
  radius,
  size,
  space,
  type,
  wholeWords,
} from '#ui/theme/tokens.ts';

type Space = keyof typeof space;
/** For all sides; above and below, then left and right; or above, left and right, below. */
type Sides = Space | `${Space} ${Space}` | `${Space} ${Space} ${Space}`;

/** How something is set, by the names of the tokens; what is left out is as around it. */
interface Looks {
  readonly $type?: keyof typeof type | undefined;
  readonly $colour?: keyof Colours | undefined;
  /** Figures of one width, so that they stand under each other. */
  readonly $figures?: boolean;
  /** Names and notes: what no line has room for breaks anywhere. */
  readonly $breaks?: boolean;
  /** People's names: a word stays whole while a line of its own has room for it. */
  readonly $whole?: boolean;
  readonly $centred?: boolean;
  readonly $block?: boolean;
  /** In a row: takes the room that is left; with a size not less than that, if the row wraps. */
  readonly $grow?: boolean | keyof typeof size;
  /** In a row: as wide as it is. */
  readonly $rigid?: boolean;
  /** In a row: at its end. */
  readonly $end?: boolean;
  readonly $above?: Space | undefined;
  readonly $below?: Space | undefined;
  readonly $pad?: Sides | undefined;
  readonly $padInline?: Space;
  readonly $padBlock?: Space;
  readonly $marginTop?: Space;
  readonly $marginBottom?: Space;
  /** Reaches so far over what it stands in, left and right. */
  readonly $bleed?: Space;
  readonly $minHeight?: keyof typeof size;
  readonly $ground?: keyof Colours | undefined;
  /** The colour of a thin line around it. */
  readonly $line?: keyof Colours;
  readonly $radius?: keyof typeof radius;
  /** A sheet of paper on the page. */
  readonly $card?: boolean;
  readonly $wide?: boolean;
  /** Words from the start of the line on, where a button would centre them. */
  readonly $start?: boolean;
  readonly $unlined?: boolean;
  /** Of the icons in it. */
  readonly $icons?: keyof Colours;
  /** A line between it and the one before. */
  readonly $ruled?: boolean;
  /** Answers a pointer that is over it. */
  readonly $hover?: boolean;
  /** Lines of about one length. */
  readonly $balance?: boolean;
}

const sides = (names: Sides) => names.replaceAll(/\w+/g, (name) => space[name as Space]);

/** Each look's declaration; `font` first, as it takes every other setting of words back. */
const declarations: { readonly [Name in keyof Looks]-?: (value: NonNullable<Looks[Name]>) => string } = {
  $type: (name) => type[name],
  $colour: (name) => `color: ${colour(name)}`,
  $figures: () => figures,
  $breaks: () => longWords,
  $whole: () => wholeWords,
  $centred: () => 'text-align: center',
  $block: () => 'display: block',
  $grow: (least) => `flex: ${typeof least === 'string' ? `1 1 ${size[least] as string}` : 1}; min-width: 0`,
  $rigid: () => 'flex: none',
  $end: () => 'margin-inline-start: auto',
  $pad: (names) => `padding: ${sides(names)}`,
  $padInline: (name) => `padding-inline: ${space[name]}`,
  $padBlock: (name) => `padding-block: ${space[name]}`,
  $above: (name) => `padding-top: ${space[name]}`,
  $below: (name) => `padding-bottom: ${space[name]}`,
  $marginTop: (name) => `margin-top: ${space[name]}`,
  $marginBottom: (name) => `margin-bottom: ${space[name]}`,
  $bleed: (name) => `margin-inline: calc(-1 * ${space[name]})`,
  $minHeight: (name) => `min-height: ${size[name] as string}`,
  $ground: (name) => `background: ${colour(name)}`,
  $line: (name) => `border: ${border.thin} solid ${colour(name)}`,
  $radius: (name) => `border-radius: ${radius[name]}`,
  $card: () =>
    `background: ${colour('surface')}; border: ${border.thin} solid ${colour('line')}; border-radius: ${radius.lg}`,
  $wide: () => 'width: 100%',
  $start: () => 'text-align: start',
  $unlined: () => 'text-decoration: none',
  $icons: (name) => `> svg { color: ${colour(name)}; }`,
  // `& + &` alone would be every such part of the page, for styled-components reads it as the component itself.
  $ruled: () => `& + &:not(:first-child) { border-top: thin solid ${colour('line')}; }`,
  $hover: () => `${hoverable} { &:hover { background: ${colour('sunken')}; } }`,
  $balance: () => 'text-wrap: balance',
};

const each = Object.entries(declarations) as [keyof Looks, (value: unknown) => string][];

function looks(props: Looks): string {
  let style = '';
  for (const [name, declaration] of each) {
    const value = props[name];
    if (value !== undefined && value !== false) style += `${declaration(value)};`;
  }
  return style;
}

/** Words and nothing else. `as` says what they are; a paragraph unless told otherwise. */
export const Text = styled.p<Looks>`
  ${looks}
`;

/** What stands beside or under the words that matter. */
export const Small = styled(Text).attrs({ $type: 'small', $colour: 'textMuted' })``;

/** A part of the page as it is, with a place and a ground of its own. */
export const Box = styled.div<Looks>`
  ${looks}
`;

interface PartsProps extends Looks {
  readonly $gap?: Space;
  readonly $align?: 'center' | 'baseline' | 'flex-start' | 'flex-end';
  readonly $justify?: 'center' | 'space-between' | 'flex-end';
}

interface RowProps extends PartsProps {
  /** Between lines, where they are nearer to each other than what stands beside each other. */
  readonly $lineGap?: Space;
  readonly $wrap?: boolean;
  /** As wide as its parts, in a line of text. */
  readonly $inline?: boolean;
}

/** Parts one below the other, each as wide as the stack. */
export const Stack = styled.div<PartsProps>`
  display: flex;
  flex-direction: column;
  align-items: ${({ $align = 'normal' }) => $align};
  justify-content: ${({ $justify = 'normal' }) => $justify};
  gap: ${({ $gap = 'none' }) => space[$gap]};
  ${looks}
`;

/** Parts one beside the other. */
export const Row = styled.div<RowProps>`
  display: ${({ $inline }) => ($inline ? 'inline-flex' : 'flex')};
  flex-wrap: ${({ $wrap }) => ($wrap ? 'wrap' : 'nowrap')};
  align-items: ${({ $align = 'normal' }) => $align};
  justify-content: ${({ $justify = 'normal' }) => $justify};
  gap: ${({ $gap = 'none', $lineGap = $gap }) => `${space[$lineGap]} ${space[$gap]}`};
  ${looks}
`;

/** Parts of one width side by side, as many as there is room for; none is narrower than `$least`. */
export const Tiles = styled.ul<Looks & { readonly $gap: Space; readonly $least: 'card' | 'readable' }>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${({ $least }) => size[$least]}), 1fr));
  gap: ${({ $gap }) => space[$gap]};
  ${looks}
`;

/** Words for screen readers alone. */
export const VisuallyHidden = styled.span`
  position: absolute;
  width: ${border.thin};
  height: ${border.thin};
  margin: -${border.thin};
  padding: ${space.none};
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;
