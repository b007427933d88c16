import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { languageCodes } from '#contract/headers.ts';
import { border, colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { keepChosenLanguage } from '#src/kit/i18n/language-choice.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { pathInLanguage } from '#src/kit/routes/routes.ts';
import { Row } from '#src/kit/ui/primitives.tsx';

/** The same page in each language; the choice is remembered. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const current = useLanguage();
  const location = useLocation();

  return (
    <Row as="nav" $inline $rigid $pad="hair" $ground="sunken" $radius="round" aria-label={t('language')}>
      {languageCodes.map((code) => (
        <Choice
          key={code}
          to={pathInLanguage(location.pathname, code) + location.search}
          state={location.state}
          replace
          lang={code}
          aria-current={code === current ? 'true' : undefined}
          onClick={() => keepChosenLanguage(code)}
        >
          {t(`languages.${code}`)}
        </Choice>
      ))}
    </Row>
  );
}

const Choice = styled(Link)`
  display: grid;
  place-items: center;
  min-width: ${size.touch};
  min-height: ${size.touch};
  padding-inline: ${space.md};
  ${type.label};
  color: ${colour('textMuted')};
  text-decoration: none;
  border: ${border.thin} solid transparent;
  border-radius: ${radius.round};

  &[aria-current] {
    color: ${colour('text')};
    background: ${colour('surface')};
    border-color: ${colour('line')};
  }
`;
