import { Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { AppThemeProvider } from '#src/kit/theme/AppThemeProvider.tsx';
import { Announcer } from '#src/kit/ui/feedback/Announcer.tsx';
import { Toasts } from '#src/kit/ui/feedback/Toasts.tsx';
import { useNoLayersAtStart } from '../kit/navigation/back-layer.ts';
import { ByItself } from './popups/ByItself.tsx';
import { useCurrentMerchant } from '../kit/diner/current-merchant.ts';
import { DinerProvider } from './diner/DinerProvider.tsx';
import { ErrorBoundary } from './errors/ErrorBoundary.tsx';
import { useFirstPage } from '../kit/navigation/first-page.ts';
import { useSpokenLanguage } from '../kit/i18n/language-choice.ts';
import { useFreshApp } from './version/fresh-app.ts';
import { LoadingPage } from './pages/LoadingPage.tsx';
import { NavigationGate } from './pages/NavigationGate.tsx';
import { NavigationGuard } from './pages/NavigationGuard.tsx';
import { PageHead } from './pages/PageHead.tsx';
import { pages } from './pages/pages.ts';
import { PopupsProvider } from './popups/PopupsProvider.tsx';
import { localePrefix, routes } from '../kit/routes/routes.ts';
import { useScrollMemory } from './pages/scroll-memory.ts';
import { useNextPages } from './pages/use-next-pages.ts';

/** The whole phone: what everything stands in, from the outside in, and the pages. */
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
  const { settings } = useCurrentMerchant();
  useSpokenLanguage();
  useScrollMemory();
  useNoLayersAtStart();
  useFreshApp();
  useNextPages();
  useFirstPage();

  return (
    <AppThemeProvider merchantColour={settings.themeColour}>
      <ErrorBoundary>
        <DinerProvider>
          <PopupsProvider>
            <PageHead />
            <Suspense fallback={<LoadingPage />}>
              <NavigationGuard>
                <NavigationGate>
                  <Pages />
                </NavigationGate>
                <ByItself />
              </NavigationGuard>
            </Suspense>
          </PopupsProvider>
        </DinerProvider>
      </ErrorBoundary>
      <Toasts />
      <Announcer />
    </AppThemeProvider>
  );
}

/** Every route, in every language. */
function Pages() {
  return (
    <Routes>
      {Object.values(localePrefix).flatMap((prefix) =>
        Object.entries(pages).map(([name, Page]) => (
          <Route key={prefix + name} path={prefix + routes[name as keyof typeof pages]} element={<Page />} />
        )),
      )}
    </Routes>
  );
}
