import { nameLanguage } from '#ui/i18n/language-name.ts';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Link } from '#ui/controls/Link.tsx';
import { styled } from 'styled-components';
import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import { size, space } from '#ui/theme/tokens.ts';
import { saveChosenLanguage } from '#ui/i18n/language-choice.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { translatePath } from '#ui/routes/routes.ts';
import { segment, Segments } from '#ui/controls/Choices.tsx';

interface Props {
  /** Leaves out the current language. */
  readonly brief?: boolean;
  /** Called in addition to storing the choice on this device. */
  onChoose?(language: LanguageCode): void;
}

/** Links to the same page in each language. The choice is stored. */
export function LanguageSwitch({ brief = false, onChoose }: Props) {
  const { t } = useTranslation();
  const current = useLanguage();
  const location = useLocation();

  return (
    <Segments as="nav" $inline $rigid aria-label={t('language')}>
      {languageCodes
        .filter((code) => !brief || code !== current)
        .map((code) => (
          <Choice
            key={code}
            to={translatePath(location.pathname, code) + location.search + location.hash}
            state={location.state}
            replace
            lang={code}
            aria-current={code === current ? 'true' : undefined}
            onClick={() => {
              saveChosenLanguage(code);
              onChoose?.(code);
            }}
          >
            {nameLanguage(code)}
          </Choice>
        ))}
    </Segments>
  );
}

const Choice = styled(Link)`
  ${segment}
  flex: none;
  min-width: ${size.touch};
  padding-inline: ${space.md};
`;
