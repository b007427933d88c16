import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { useTranslation } from 'react-i18next';
import { HeaderOnlyLayout } from '#ui/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#ui/routes/language.ts';
import { Viewer } from './viewer/Viewer.tsx';

addPageTexts('support', import.meta.glob('/locales/*/support.ts', { eager: true }));

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
