import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import english from '#locales/en-US/test-tabs.ts';
import chinese from '#locales/zh-TW/test-tabs.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { border, colour, hoverable, radius, size, space, type } from '#src/kit/theme/tokens.ts';

i18next.addResourceBundle('en-US', 'testTabs', english);
i18next.addResourceBundle('zh-TW', 'testTabs', chinese);

const tabs = ['viewer', 'simulator'] as const;
type Tab = (typeof tabs)[number];

/** Between the log viewer and the table simulator, which are pages of their own: each link loads the other one. */
export function TestTabs({ current }: { current: Tab }) {
  const { t } = useTranslation('testTabs');
  const links = useLinks();
  return (
    <Row aria-label={t('label')}>
      {tabs.map((tab) => (
        <TabLink
          key={tab}
          href={tab === 'viewer' ? links.test() : links.simulator()}
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(tab)}
        </TabLink>
      ))}
    </Row>
  );
}

const Row = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.hair};
  align-self: start;
  padding: ${space.hair};
  background: ${colour('sunken')};
  border-radius: ${radius.lg};
`;

const TabLink = styled.a`
  display: grid;
  place-items: center;
  min-height: ${size.touch};
  padding-inline: ${space.xl};
  ${type.label};
  color: ${colour('textMuted')};
  text-decoration: none;
  border: ${border.thin} solid transparent;
  border-radius: ${radius.lg};

  &[aria-current] {
    color: ${colour('text')};
    background: ${colour('surface')};
    border-color: ${colour('outline')};
  }
  ${hoverable} {
    &:hover {
      color: ${colour('text')};
    }
  }
`;
