import '#src/features/support/support-texts.ts';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { HeaderOnlyLayout } from '#src/kit/page/HeaderOnlyLayout.tsx';
import { useLinks } from '#src/kit/routes/language.ts';
import { TestTabs } from './TestTabs.tsx';
import { Viewer } from './viewer/Viewer.tsx';

const Simulator = lazy(() => import('#workshop/simulator/Simulator.tsx'));

/** D10: the log viewer, and the table simulator under an address of its own. */
export default function Test() {
  const [params] = useSearchParams();
  return params.get('tab') === 'simulator' ? <Simulator /> : <Logs />;
}

/** The logs of this phone and those of files, step by step. */
function Logs() {
  const { t } = useTranslation('support');
  const links = useLinks();
  return (
    <HeaderOnlyLayout wide title={t('title')} fallback={links.home()}>
      <TestTabs current="viewer" />
      <Viewer />
    </HeaderOnlyLayout>
  );
}
