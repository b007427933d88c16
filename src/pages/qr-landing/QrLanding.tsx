import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { languageOfPath, pathInLanguage } from '#src/app/routes.ts';
import { preferredLanguage } from '#src/app/language-choice.ts';
import { useCurrentMerchant } from '#src/app/current-merchant.ts';
import { MessagePage } from '#src/app/MessagePage.tsx';
import { parseQrLink, type QrLink } from '#src/app/qr-link.ts';
import { defaultLanguage } from '#contract/headers.ts';
import { Button } from '#src/ui/Button.tsx';
import { useLanding } from './use-landing.ts';

/** Where a table's QR code leads. */
export default function QrLanding() {
  const { t } = useTranslation('table');
  const { pathname } = useLocation();
  const link = parseQrLink(pathname);
  const preferred = preferredLanguage();

  if (!link)
    return (
      <MessagePage title={t('landing.unknownTitle')}>
        <p>{t('landing.unknownText')}</p>
      </MessagePage>
    );
  if (preferred !== defaultLanguage && languageOfPath(pathname) === defaultLanguage)
    return <Navigate to={pathInLanguage(pathname, preferred)} replace />;
  return <Scanning key={pathname} link={link} />;
}

function Scanning({ link }: { link: QrLink }) {
  const { t } = useTranslation(['table', 'common']);
  const { merchant } = useCurrentMerchant();
  const { failure, isTrying, retry } = useLanding(link);

  if (failure === undefined)
    return (
      <MessagePage
        title={merchant ? t('landing.titleAt', { merchant: merchant.shortName }) : t('landing.title')}
        turning
      >
        <output>{t('landing.text')}</output>
      </MessagePage>
    );
  return (
    <MessagePage
      title={t(`landing.${failure}Title`)}
      actions={
        failure !== 'unknown' && (
          <Button wide busy={isTrying} onClick={retry}>
            {t('common:retry')}
          </Button>
        )
      }
    >
      <p role="alert">{t(`landing.${failure}Text`)}</p>
    </MessagePage>
  );
}
