import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { speak, withTexts } from '#src/kit/i18n/i18n.ts';
import { ownerPages } from '#src/kit/routes/routes.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { AppThemeProvider } from '#src/kit/theme/AppThemeProvider.tsx';
import { Announcer } from '#src/kit/ui/feedback/Announcer.tsx';
import Toasts from '#src/kit/ui/feedback/Toasts.tsx';
import { Counter } from './counter/Counter.tsx';
import { StaffLogin } from './StaffLogin.tsx';
import { useStaff } from './calls/staff-queries.ts';
import i18next from 'i18next';
import english from '#locales/en-US/staff.ts';
import chinese from '#locales/zh-TW/staff.ts';
import { dinerState } from '#src/kit/api/diner-state.ts';

i18next.addResourceBundle('en-US', 'staff', english);
i18next.addResourceBundle('zh-TW', 'staff', chinese);

// Whoever scanned a table with this browser is nobody here; what the phone keeps of them stays as it is.
dinerState.next({
  ...dinerState.value,
  token: undefined,
  member: undefined,
  merchantId: undefined,
  table: undefined,
});

/** The restaurant's side: its orders, tables and menu. */
export function StaffApp({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppThemeProvider>
          <Gate />
          <Toasts />
          <Announcer />
        </AppThemeProvider>
      </BrowserRouter>
    </QueryClientProvider>
  );
}

const OwnerPages = lazy(async () => ({ default: (await import('./owner/OwnerPages.tsx')).OwnerPages }));

const loadLaterTexts = withTexts(async () => undefined);

/** Nothing is shown before the password. */
function Gate() {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const { pathname } = useLocation();
  const page = ownerPages.find((name) => pathname.endsWith(`/staff/${name}`));
  const { data: staff, isPending } = useStaff();
  useEffect(() => {
    void speak(language);
  }, [language]);
  useEffect(() => {
    // What a dish comes with is chosen in the words of the diners' own pages.
    void loadLaterTexts();
  }, []);

  return (
    <>
      {!staff && <title>{t('title')}</title>}
      {!staff && !isPending && <StaffLogin />}
      {staff && !page && <Counter staff={staff} />}
      {staff && page && (
        <Suspense>
          <OwnerPages staff={staff} page={page} />
        </Suspense>
      )}
    </>
  );
}
