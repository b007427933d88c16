import '#src/support/support-texts.ts';
import { useTranslation } from 'react-i18next';
import { HeaderOnlyLayout } from '#src/app/HeaderOnlyLayout.tsx';
import { useLinks } from '#src/app/language.ts';
import { Viewer } from './viewer/Viewer.tsx';

/** D10: the log viewer. */
export default function Test() {
  const { t } = useTranslation('support');
  const links = useLinks();
  return (
    <HeaderOnlyLayout wide title={t('title')} fallback={links.home()}>
      <Viewer />
    </HeaderOnlyLayout>
  );
}
