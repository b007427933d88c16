import { useMemo, useState, type ReactNode } from 'react';
import { GlobalStyle } from './GlobalStyle.ts';
import { themeFor, type Scheme } from './theme.ts';
import { keepTextSize, keptTextSize, textSizes, type TextSize } from './text-size.ts';
import { keepScheme, keptScheme, ThemeChoiceContext, useSystemScheme } from './theme-choice.ts';

interface Props {
  /** `#rrggbb` of the merchant's settings; the default colour until it is known. */
  readonly merchantColour?: string | undefined;
  readonly children: ReactNode;
}

/** Colours for everything below: the diner's choice of light or dark, else the system's, in the merchant's colour. */
export function AppThemeProvider({ merchantColour, children }: Props) {
  const system = useSystemScheme();
  const [chosen, setChosen] = useState(keptScheme);
  const [textSize, setTextSize] = useState(keptTextSize);
  const scheme = chosen ?? system;
  const theme = useMemo(() => themeFor(scheme, merchantColour), [scheme, merchantColour]);
  const choice = useMemo(
    () => ({
      scheme,
      chosen,
      choose(next: Scheme | undefined) {
        keepScheme(next);
        setChosen(next);
      },
      textSize,
      chooseTextSize(next: TextSize) {
        keepTextSize(next);
        setTextSize(next);
      },
    }),
    [scheme, chosen, textSize],
  );

  return (
    <ThemeChoiceContext value={choice}>
      <meta name="theme-color" content={theme.colour.page} />
      <GlobalStyle $theme={theme} $textSize={textSizes[textSize]} />
      {children}
    </ThemeChoiceContext>
  );
}
