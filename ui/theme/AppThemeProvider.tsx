import { createContext, use, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { useMedia } from './use-media.ts';
import { createTheme, type AppTheme, type Scheme } from './theme.ts';
import { createGlobalStyle } from 'styled-components';
import { border, brandFace, colour, font, radius, safe, size, space, type } from './tokens.ts';
import { localValue, storageKeys } from '#client/values/web-storage.ts';

/** Global styles: reset, type, focus ring and reduced motion. */
export const GlobalStyle = createGlobalStyle<{
  $theme: AppTheme;
  $textSize: string;
  $headings?: string | undefined;
}>`
  *, *::before, *::after { box-sizing: border-box; }

  /* The phone's own face with the measures of the brand's, so that no line moves when that one is loaded. */
  @font-face {
    font-family: 'Heading Fallback';
    src: local('Roboto Bold'), local('Arial Bold'), local('Liberation Sans Bold');
    font-weight: 700;
    size-adjust: 103.4%;
    ascent-override: 94.6%;
    descent-override: 24.7%;
    line-gap-override: 0%;
  }

  :root {
    font-size: min(${({ $textSize }) => $textSize}, ${size.textMost});
    color-scheme: ${({ $theme }) => $theme.scheme};
    ${({ $theme }) => formatColourVariables($theme)}
    --heading: ${({ $headings = `${brandFace}, 'Heading Fallback', ${font.text}` }) => $headings};
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }

  :lang(zh) { --heading: ${font.text}; }

  body {
    margin: 0;
    padding-inline: ${safe.sides};
    min-height: 100dvh;
    ${type.body};
    color: ${colour('text')};
    background: ${colour('page')};
    -webkit-font-smoothing: antialiased;
    -webkit-tap-highlight-color: transparent;
    /* With "anywhere", large text on a narrow screen would break after every letter. */
    overflow-wrap: break-word;
    /* Adds space around a Latin name inside Chinese text. */
    text-autospace: normal;
  }

  h1, h2, h3, h4, p, ul, ol, dl, dd, fieldset, figure { margin: 0; padding: 0; }
  ul, ol { list-style: none; }
  fieldset { border: 0; min-width: 0; }
  legend { padding: 0; }
  img { display: block; max-width: 100%; }
  button, input, textarea, select { font: inherit; color: inherit; letter-spacing: inherit; }
  button { padding: 0; border: 0; background: none; cursor: pointer; touch-action: manipulation; }
  a { color: ${colour('accentText')}; }

  /* A menu has hundreds of icons, and clipping each of them takes time to paint. */
  svg.lucide { width: ${size.icon}; height: ${size.icon}; flex: none; overflow: visible; }

  :focus-visible {
    outline: ${border.bold} solid ${colour('accentText')};
    outline-offset: ${space.hair};
  }
  /* :where has no specificity, so elements with their own radius keep it. */
  :where(:focus-visible) { border-radius: ${radius.sm}; }
  [tabindex='-1']:focus-visible { outline: none; }

  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after {
      animation-duration: 1ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 1ms !important;
      scroll-behavior: auto !important;
    }
  }
`;

/** Formats the theme's colours as CSS variables for the root of the page. `colour()` of `tokens.ts` refers to them. */
export function formatColourVariables({ colour: colours, diners }: AppTheme): string {
  const ofApp = Object.entries(colours).map(([name, value]) => `--${name}: ${value};`);
  const ofDiners = diners.flatMap((diner, hue) =>
    Object.entries(diner).map(([part, value]) => `--diner-${hue}-${part}: ${value};`),
  );
  return [...ofApp, ...ofDiners].join(' ');
}

interface Props {
  /** The font family of headings. Default: the brand's. */
  readonly headings?: string | undefined;
  /** `#rrggbb` from the merchant's settings. Without it the default colour is used. */
  readonly merchantColour?: string | undefined;
  readonly children: ReactNode;
}

/** Provides colours and text size: the diner's choice of light or dark, else the system's, in the merchant's colour. */
export function AppThemeProvider({ headings, merchantColour, children }: Props) {
  const system = useSystemScheme();
  const [chosen, setChosen] = useState(loadScheme);
  const [textSize, setTextSize] = useState(loadTextSize);
  const [phoneText] = useState(measureTextSize);
  const scheme = chosen ?? system;
  const theme = useMemo(() => createTheme(scheme, merchantColour), [scheme, merchantColour]);
  const choice = useMemo(
    () => ({
      scheme,
      chosen,
      choose(next: Scheme | undefined) {
        saveScheme(next);
        setChosen(next);
      },
      textSize,
      chooseTextSize(next: TextSize) {
        saveTextSize(next);
        setTextSize(next);
      },
    }),
    [scheme, chosen, textSize],
  );

  const times = (phoneText * textSizes[textSize]) / 100;
  const isCramped = useMedia(composeCrampedQuery(times));
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-cramped', isCramped);
  }, [isCramped]);

  return (
    <ThemeChoiceContext value={choice}>
      <meta name="theme-color" content={theme.colour.page} />
      <GlobalStyle $theme={theme} $textSize={`${times * 100}%`} $headings={headings} />
      {children}
    </ThemeChoiceContext>
  );
}

interface ThemeChoice {
  readonly scheme: Scheme;
  /** The diner's choice. undefined follows the system. */
  readonly chosen: Scheme | undefined;
  choose(scheme: Scheme | undefined): void;
  readonly textSize: TextSize;
  chooseTextSize(size: TextSize): void;
}

const ThemeChoiceContext = createContext<ThemeChoice | undefined>(undefined);

/** The scheme and text size in use, and functions to change them. */
export function useThemeChoice(): ThemeChoice {
  const choice = use(ThemeChoiceContext);
  if (!choice) throw new Error('useThemeChoice needs an AppThemeProvider above it');
  return choice;
}

function loadScheme(): Scheme | undefined {
  const kept = localValue.get(storageKeys.theme);
  return kept === 'light' || kept === 'dark' ? kept : undefined;
}

function saveScheme(scheme: Scheme | undefined): void {
  localValue.set(storageKeys.theme, scheme);
}

/** The system's scheme. Renders again when it changes. */
function useSystemScheme(): Scheme {
  return useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light';
}

/** Text sizes in percent of the phone's setting. Everything that is measured in rem grows with them. */
const textSizes = { normal: 100, large: 118.75, largest: 137.5, double: 200 } as const;
export type TextSize = keyof typeof textSizes;

/** The media query for `cramped`. A query knows only the browser's text size, so it is multiplied by `times`. */
function composeCrampedQuery(times: number): string {
  const formatLimit = (rems: number) => `min(${rems * times}rem, ${rems} * ${size.textMost})`;
  return `(max-width: ${formatLimit(20)}) and (max-height: ${formatLimit(30)})`;
}

/** Default text size of an iPhone, px. */
const usualBody = 17;

/**
 * Returns an iPhone's text size in relation to its default. Pages can read this setting only through this font. In other
 * browsers 100 % already includes the setting.
 */
function measureTextSize(): number {
  if (!CSS.supports('(font: -apple-system-body) and (-webkit-touch-callout: none)')) return 1;
  const words = document.body.appendChild(document.createElement('span'));
  words.style.font = '-apple-system-body';
  const px = Number.parseFloat(getComputedStyle(words).fontSize);
  words.remove();
  return px / usualBody;
}

function loadTextSize(): TextSize {
  const kept = localValue.get(storageKeys.textSize);
  return kept !== undefined && Object.hasOwn(textSizes, kept) ? (kept as TextSize) : 'normal';
}

function saveTextSize(size: TextSize): void {
  localValue.set(storageKeys.textSize, size === 'normal' ? undefined : size);
}
