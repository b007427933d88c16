import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { VisuallyHidden } from '#src/kit/ui/text/VisuallyHidden.tsx';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { matchRoute } from '#src/kit/routes/navigation.ts';
import { languageOfPath, localePrefix } from '#src/kit/routes/routes.ts';
import { site } from '#src/kit/api/site.ts';

/** Title, canonical address and manifest of the page, and its name said aloud when another one comes. */
export function PageHead() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { merchant } = useCurrentMerchant();
  const [first] = useState(pathname);
  const page = t(`titles.${matchRoute(pathname)?.name ?? 'notFound'}`);
  const title = t('titleOf', { page, place: merchant?.shortName ?? t('appName') });

  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <>
      <link rel="canonical" href={site.origin + pathname} />
      <link rel="manifest" href={`${localePrefix[languageOfPath(pathname)]}/app.webmanifest`} />
      <VisuallyHidden as="output">{pathname === first ? '' : page}</VisuallyHidden>
    </>
  );
}
