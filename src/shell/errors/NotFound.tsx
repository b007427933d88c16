import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { matchRoute } from '#ui/routes/navigation.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useLinks } from '#ui/routes/language.ts';
import { MessagePage } from '#ui/page/MessagePage.tsx';
import { LinkButton } from '#ui/controls/Button.tsx';

/** Shows the path that was not found, and a link to the merchant's home. */
export default function NotFound() {
  const { t } = useTranslation('table');
  const { pathname, state } = useLocation();
  const { merchantId, merchant } = useCurrentMerchant();
  const links = useLinks();
  const cameFrom = (state as { from?: string } | null)?.from;
  const path = matchRoute(pathname)?.name === 'notFound' ? cameFrom : pathname;

  return (
    <MessagePage
      title={t('notFound.title')}
      failed
      actions={
        merchantId !== undefined &&
        merchant && (
          <LinkButton wide to={links.merchantHome(merchantId)}>
            {t('notFound.home')}
          </LinkButton>
        )
      }
    >
      {path && <p>{t('notFound.path', { path })}</p>}
      <p>{t('notFound.text')}</p>
    </MessagePage>
  );
}
