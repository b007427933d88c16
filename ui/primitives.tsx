/**
 * The building blocks of a page: text, boxes, rows and stacks. Props with `$` name tokens of `tokens.ts`:
 * `<Text as="h3" $type="label" $below="xs">`. A prop that is left out changes nothing.
 */
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
/** One to three values, in the order of CSS `padding`. */
type Sides = Space | `${Space} ${Space}` | `${Space} ${Space} ${Space}`;

interface Looks {
  readonly $type?: keyof typeof type | undefined;
  readonly $colour?: keyof Colours | undefined;
  /** Figures of equal width, so that columns of numbers line up. */
  readonly $figures?: boolean;
  /** For names and notes: a word that is longer than a line may break anywhere. */
  readonly $breaks?: boolean;
  /** For people's names: a word breaks only if it does not fit into a line of its own. */
  readonly $whole?: boolean;
  readonly $centred?: boolean;
  readonly $block?: boolean;
  /** In a row: takes the remaining width. A size is the least width before the row wraps. */
  readonly $grow?: boolean | keyof typeof size;
  /** In a row: neither grows nor shrinks. */
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
  /** Extends so far beyond its parent, left and right. */
  readonly $bleed?: Space;
  readonly $minHeight?: keyof typeof size;
  readonly $ground?: keyof Colours | undefined;
  /** The colour of a thin line around it. */
  readonly $line?: keyof Colours;
  readonly $radius?: keyof typeof radius;
  /** A surface with a border and round corners. */
  readonly $card?: boolean;
  readonly $wide?: boolean;
  /** Aligns text at the start of the line, for example in a button, which would centre it. */
  readonly $start?: boolean;
  readonly $unlined?: boolean;
  /** Colour of the icons in it. */
  readonly $icons?: keyof Colours;
  /** A line above it, except for the first of its siblings. */
  readonly $ruled?: boolean;
  /** Changes its ground while a pointer is over it. */
  readonly $hover?: boolean;
  /** Breaks the text into lines of about equal length. */
  readonly $balance?: boolean;
}

const expandSides = (names: Sides) => names.replaceAll(/\w+/g, (name) => space[name as Space]);

/** The CSS of each prop. `$type` comes first, because the shorthand `font` resets all other properties of text. */
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
  $pad: (names) => `padding: ${expandSides(names)}`,
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
  // styled-components replaces `&` by the component's class, so `& + &` alone would match all such parts of the page.
  $ruled: () => `& + &:not(:first-child) { border-top: thin solid ${colour('line')}; }`,
  $hover: () => `${hoverable} { &:hover { background: ${colour('sunken')}; } }`,
  $balance: () => 'text-wrap: balance',
};

const each = Object.entries(declarations) as [keyof Looks, (value: unknown) => string][];

function composeStyle(props: Looks): string {
  let style = '';
  for (const [name, declaration] of each) {
    const value = props[name];
    if (value !== undefined && value !== false) style += `${declaration(value)};`;
  }
  return style;
}

/** Text. A paragraph, unless `as` names another element. */
export const Text = styled.p<Looks>`
  ${composeStyle}
`;

/** Secondary text: smaller, and muted unless it has another colour. */
export const Small = styled(Text).attrs((given) => ({ $type: 'small', $colour: 'textMuted', ...given }))``;

/** A plain block. */
export const Box = styled.div<Looks>`
  ${composeStyle}
`;

interface PartsProps extends Looks {
  readonly $gap?: Space;
  readonly $align?: 'center' | 'baseline' | 'flex-start' | 'flex-end';
  readonly $justify?: 'center' | 'space-between' | 'flex-end';
}

interface RowProps extends PartsProps {
  /** Gap between lines if the row wraps. Default: `$gap`. */
  readonly $lineGap?: Space;
  readonly $wrap?: boolean;
  /** As wide as its content, inside a line of text. */
  readonly $inline?: boolean;
}

/** Children in a column. */
export const Stack = styled.div<PartsProps>`
  display: flex;
  flex-direction: column;
  align-items: ${({ $align = 'normal' }) => $align};
  justify-content: ${({ $justify = 'normal' }) => $justify};
  gap: ${({ $gap = 'none' }) => space[$gap]};
  ${composeStyle}
`;

/** Children in a row. */
export const Row = styled.div<RowProps>`
  display: ${({ $inline }) => ($inline ? 'inline-flex' : 'flex')};
  flex-wrap: ${({ $wrap }) => ($wrap ? 'wrap' : 'nowrap')};
  align-items: ${({ $align = 'normal' }) => $align};
  justify-content: ${({ $justify = 'normal' }) => $justify};
  gap: ${({ $gap = 'none', $lineGap = $gap }) => `${space[$lineGap]} ${space[$gap]}`};
  ${composeStyle}
`;

/** A grid of equally wide tiles. Each row holds as many as fit. A tile is at least as wide as `$least`. */
export const Tiles = styled.ul<Looks & { readonly $gap: Space; readonly $least: 'card' | 'readable' }>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${({ $least }) => size[$least]}), 1fr));
  gap: ${({ $gap }) => space[$gap]};
  ${composeStyle}
`;

/** Text for screen readers only. */
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
