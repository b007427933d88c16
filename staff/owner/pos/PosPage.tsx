import { addPageTexts } from '#ui/i18n/page-texts.ts';
import { useTranslation } from 'react-i18next';
import { Link } from '#ui/controls/Link.tsx';
import { Row, Stack } from '#ui/primitives.tsx';
import { useStaffLinks } from '../../use-staff-links.ts';
import { DeliveryLog } from './DeliveryLog.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { WebhookList } from './WebhookList.tsx';

addPageTexts('till', import.meta.glob('/locales/*/till.ts', { eager: true }));

/** The webhooks that send orders to the restaurant's own systems. */
export function PosPage() {
  const { t } = useTranslation('till');
  const links = useStaffLinks();
  return (
    <Stack $gap="xxl">
      <Stack $gap="sm">
        <p>{t('text')}</p>
        <Row $gap="lg" $wrap>
          <Link to={`${links.ownerPage('house')}?part=access`}>{t('tokens')}</Link>
          <a href={links.apiDocs}>{t('guide')}</a>
        </Row>
      </Stack>
      <WebhookList />
      <NewWebhook />
      <DeliveryLog />
    </Stack>
  );
}
