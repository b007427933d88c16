import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { HeaderOnlyLayout } from '#ui/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#ui/routes/language.ts';
import english from '#locales/en-US/support.ts';
import chinese from '#locales/zh-TW/support.ts';
import { Viewer } from './viewer/Viewer.tsx';

i18next.addResourceBundle('en-US', 'support', english);
i18next.addResourceBundle('zh-TW', 'support', chinese);

/** The page with the log viewer, for the logs of this phone and for log files. */
export default function Test() {
  const { t } = useTranslation('support');
  const links = useLinks();
  return (
    <HeaderOnlyLayout wide title={t('title')} fallback={links.home()}>
      <Viewer />
    </HeaderOnlyLayout>
  );
}
