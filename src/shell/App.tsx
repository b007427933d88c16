import { useTranslation } from 'react-i18next';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { MessagePage, ReportContext, type ReportProps } from '#ui/page/MessagePage.tsx';
import { AppThemeProvider } from '#ui/theme/AppThemeProvider.tsx';
import { Announcer } from '#ui/feedback/Announcer.tsx';
import { useNoLayersAtStart } from '#ui/navigation/back-layer.ts';
import { AutomaticPopups } from './popups/AutomaticPopups.tsx';
import { PopupsProvider } from './popups/PopupsProvider.tsx';
import { useCurrentMerchant, useRememberedMerchant } from '#src/diner/current-merchant.ts';
import { DinerProvider } from './diner/DinerProvider.tsx';
import { ErrorBoundary } from './errors/ErrorBoundary.tsx';
import { useReportFirstPage } from '#src/navigation/first-page.ts';
import { useSpokenLanguage } from '#ui/i18n/language-choice.ts';
import { useAppUpdates } from '#client/version/app-update.ts';
import { NavigationGate } from './pages/NavigationGuard.tsx';
import { pages, useNextPages, useScrollMemory } from './pages/pages.ts';
import { getPathLanguage, getLocalePrefix } from '#ui/routes/routes.ts';
import { VisuallyHidden } from '#ui/primitives.tsx';
import { matchRoute } from '#ui/routes/navigation.ts';
import { site } from '#client/api/site.ts';

// Lazy, because the first page does not need it. If it cannot be loaded, error pages lack only the report button.
const Report = lazy((): Promise<{ default: ComponentType<ReportProps> }> =>
  import('#src/features/support/report/ReportButton.tsx').catch(() => ({ default: () => null })),
);

// Lazy, because no first page shows a toast.
const Toasts = lazy((): Promise<{ default: ComponentType }> =>
  import('#ui/feedback/Toasts.tsx').catch(() => ({ default: () => null })),
);

/** The diners' app: providers from the outside in, then the page of the address. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Shell />
      </BrowserRouter>
    </QueryClientProvider>
  );
}

function Shell() {
  const current = useCurrentMerchant();
  useRememberedMerchant(current);
  useSpokenLanguage();
  useScrollMemory();
  useNoLayersAtStart();
  useAppUpdates();
  useNextPages();
  useReportFirstPage();

  return (
    <AppThemeProvider merchantColour={current.settings.themeColour}>
      <ReportContext value={Report}>
        <ErrorBoundary>
          <DinerProvider>
            <PopupsProvider>
              <PageHead />
              <Suspense fallback={<LoadingPage />}>
                <NavigationGate>
                  <Pages />
                </NavigationGate>
                <AutomaticPopups />
              </Suspense>
            </PopupsProvider>
          </DinerProvider>
        </ErrorBoundary>
      </ReportContext>
      <Suspense>
        <Toasts />
      </Suspense>
      <Announcer />
    </AppThemeProvider>
  );
}

/** The page of the address. The gate above stops addresses without a page. */
function Pages() {
  const name = matchRoute(useLocation().pathname)?.name;
  const Page = name === undefined || name === 'root' ? undefined : pages[name];
  return Page && <Page />;
}

function LoadingPage() {
  const { t } = useTranslation();
  return <MessagePage title={t('loading')} turning />;
}

function PageHead() {
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
      <link rel="manifest" href={`${getLocalePrefix(getPathLanguage(pathname))}/app.webmanifest`} />
      <VisuallyHidden as="output">{pathname === first ? '' : page}</VisuallyHidden>
    </>
  );
}
