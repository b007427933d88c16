import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import english from '#locales/en-US/test-tabs.ts';
import chinese from '#locales/zh-TW/test-tabs.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { space } from '#src/kit/theme/tokens.ts';
import { segment, Segments } from '#src/kit/ui/controls/Choices.tsx';

i18next.addResourceBundle('en-US', 'testTabs', english);
i18next.addResourceBundle('zh-TW', 'testTabs', chinese);

const tabs = ['viewer', 'simulator'] as const;
type Tab = (typeof tabs)[number];

/** Between the log viewer and the table simulator, which are pages of their own: each link loads the other one. */
export function TestTabs({ current }: { current: Tab }) {
  const { t } = useTranslation('testTabs');
  const links = useLinks();
  return (
    <Strip as="nav" $wrap aria-label={t('label')}>
      {tabs.map((tab) => (
        <TabLink
          key={tab}
          href={tab === 'viewer' ? links.test() : links.simulator()}
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(tab)}
        </TabLink>
      ))}
    </Strip>
  );
}

const Strip = styled(Segments)`
  align-self: start;
`;

const TabLink = styled.a`
  ${segment}
  flex: none;
  padding-inline: ${space.xl};
`;
