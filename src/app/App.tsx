import { Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { AppThemeProvider } from '#src/theme/AppThemeProvider.tsx';
import { Announcer } from '#src/ui/Announcer.tsx';
import { Toasts } from '#src/ui/Toasts.tsx';
import { useNoLayersAtStart } from './back-layer.ts';
import { ByItself } from './ByItself.tsx';
import { useCurrentMerchant } from './current-merchant.ts';
import { DinerProvider } from './DinerProvider.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useFirstPage } from './first-page.ts';
import { useSpokenLanguage } from './language-choice.ts';
import { useFreshApp } from './fresh-app.ts';
import { LoadingPage } from './LoadingPage.tsx';
import { NavigationGate } from './NavigationGate.tsx';
import { NavigationGuard } from './NavigationGuard.tsx';
import { PageHead } from './PageHead.tsx';
import { pages } from './pages.ts';
import { PopupsProvider } from './PopupsProvider.tsx';
import { localePrefix, routes } from './routes.ts';
import { useScrollMemory } from './scroll-memory.ts';
import { useNextPages } from './use-next-pages.ts';

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
