import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { languageOfPath, pathInLanguage } from '#src/kit/routes/routes.ts';
import { useDiner } from '#src/kit/diner/diner.ts';
import { preferredLanguage } from '#src/kit/i18n/language-choice.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { MessagePage } from '#src/kit/page/MessagePage.tsx';
import { parseQrLink, type QrLink } from '#src/kit/routes/qr-link.ts';
import { defaultLanguage } from '#contract/headers.ts';
import { Button, LinkButton } from '#src/kit/ui/controls/Button.tsx';
import { useLanding } from './use-landing.ts';

/** Where a table's QR code leads. */
export default function QrLanding() {
  const { t } = useTranslation('table');
  const { pathname } = useLocation();
  const link = parseQrLink(pathname);
  const preferred = preferredLanguage();

  if (!link)
    return (
      <MessagePage title={t('landing.unknownTitle')} actions={<WaysOn />} failed>
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
  const { table } = useDiner();
  const links = useLinks();
  const satHere = table?.merchantId === link.merchantId && table.qrcodeId === link.qrcodeId;

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
      failed
      actions={
        failure === 'unknown' ? (
          <WaysOn />
        ) : (
          <>
            <Button wide busy={isTrying} onClick={retry}>
              {t('common:retry')}
            </Button>
            {failure === 'network' && satHere && (
              <LinkButton variant="secondary" wide replace to={links.order(link.merchantId)}>
                {t('landing.keptMenu')}
              </LinkButton>
            )}
          </>
        )
      }
    >
      <p role="alert">{t(`landing.${failure}Text`)}</p>
    </MessagePage>
  );
}

/** From a code that leads nowhere: the camera again, or back to where the phone sits. */
function WaysOn() {
  const { t } = useTranslation('table');
  const { table } = useDiner();
  const links = useLinks();
  return (
    <>
      <LinkButton wide replace to={links.scan()}>
        {t('landing.scanAgain')}
      </LinkButton>
      {table && table.tableId !== '' && (
        <LinkButton variant="secondary" wide replace to={links.order(table.merchantId)}>
          {t('landing.back')}
        </LinkButton>
      )}
    </>
  );
}
