import { useTranslation } from 'react-i18next';
import { Link } from '#ui/controls/Link.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { useReadiness } from '../calls/use-readiness.ts';
import { useStaffLinks } from '../use-staff-links.ts';

/** Says in one line that the restaurant is not ready to open, until it is, or until an owner hides the line. */
export function ReadinessLine() {
  const { t } = useTranslation('staff');
  const links = useStaffLinks();
  const { data } = useReadiness();
  const count = data?.items.filter(({ state }) => state !== 'ready').length ?? 0;
  if (!data || data.isDismissed || count === 0) return null;
  return (
    <Banner tone="info">
      <span>
        {t('readiness.line', { count })}{' '}
        <Link to={`${links.ownerPage('house')}?part=ready`}>{t('readiness.open')}</Link>
      </span>
    </Banner>
  );
}
