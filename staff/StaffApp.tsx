import { QueryClientProvider, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { speak, loadWithTexts } from '#ui/i18n/i18n.ts';
import { getLocalePrefix } from '#ui/routes/routes.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { MessagePage } from '#ui/page/MessagePage.tsx';
import { useAppUpdates } from '#client/version/app-update.ts';
import { AppThemeProvider } from '#ui/theme/AppThemeProvider.tsx';
import { font } from '#ui/theme/tokens.ts';
import { Announcer } from '#ui/feedback/Announcer.tsx';
import Toasts from '#ui/feedback/Toasts.tsx';
import { Counter } from './counter/Counter.tsx';
import { StaffLogin } from './login/StaffLogin.tsx';
import { useRenewedPush } from './me/use-renewed-push.ts';
import { useWatchedReach } from './calls/use-watched-reach.ts';
import { closeBranch, getOpenBranch } from './calls/open-branch.ts';
import { useStaff } from './calls/staff-queries.ts';
import { ownerPages } from './routes.ts';

/** The restaurant's app: its orders, tables and menu. */
export function StaffApp({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppThemeProvider headings={font.text}>
          <Gate />
          <Toasts />
          <Announcer />
        </AppThemeProvider>
      </BrowserRouter>
    </QueryClientProvider>
  );
}

const OwnerPages = lazy(async () => ({ default: (await import('./owner/OwnerPages.tsx')).OwnerPages }));

const MePage = lazy(async () => ({ default: (await import('./me/MePage.tsx')).MePage }));

const SetUpPage = lazy(async () => ({ default: (await import('./set-up/SetUpPage.tsx')).SetUpPage }));

/** Clears the screen as soon as any call answers that the session has ended, for example after a logout elsewhere. */
function useEndOfSession(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        const { error, data } = query.state;
        const isOut = error instanceof ApiError && error.code === codes.unauthorized;
        if (type === 'updated' && isOut && data !== undefined && query.queryKey[0] === 'staff')
          void queries.resetQueries({ queryKey: ['staff'] });
      }),
    [queries],
  );
}

/** Returns to the restaurant of the login if the open branch has left the chain. */
function useClosedBranch(error: Error | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    const isClosed = error instanceof ApiError && error.code === codes.forbidden;
    if (!isClosed || getOpenBranch() === undefined) return;
    closeBranch();
    void queries.resetQueries({ queryKey: ['staff'] });
  }, [error, queries]);
}

const loadLaterTexts = loadWithTexts(async () => undefined);

/** Shows the login until somebody is logged in, then the page of the address. */
function Gate() {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const { pathname } = useLocation();
  const isMine = pathname.endsWith('/staff/me');
  const page = ownerPages.find((name) => pathname.endsWith(`/staff/${name}`));
  const { data: staff, isPending, error } = useStaff();
  const isUnasked = error instanceof ApiError && error.failure.kind === 'network';
  useEndOfSession();
  useClosedBranch(error);
  useRenewedPush(staff);
  useWatchedReach();
  useAppUpdates();
  useEffect(() => {
    void speak(language);
  }, [language]);
  useEffect(() => {
    // Adding a dish shows the option sheet, whose texts belong to the diners' pages.
    void loadLaterTexts();
  }, []);

  const manifest = <link rel="manifest" href={`${getLocalePrefix(language)}/staff.webmanifest`} />;
  if (pathname.endsWith('/staff/set-up'))
    return (
      <Suspense>
        {manifest}
        <SetUpPage />
      </Suspense>
    );
  return (
    <>
      {manifest}
      {!staff && <title>{t('title')}</title>}
      {!staff && !isPending && !isUnasked && <StaffLogin />}
      {!staff && isUnasked && (
        <MessagePage title={t('offline.title')} turning>
          <p>{t('offline.start')}</p>
        </MessagePage>
      )}
      {staff && !page && !isMine && <Counter staff={staff} />}
      {staff && isMine && (
        <Suspense>
          <MePage staff={staff} />
        </Suspense>
      )}
      {staff && page && (
        <Suspense>
          <OwnerPages staff={staff} page={page} />
        </Suspense>
      )}
    </>
  );
}
