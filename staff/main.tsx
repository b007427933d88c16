/** Starts the restaurant's app. */
import { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { dinerState } from '#client/api/diner-state.ts';
import { retryUnanswered } from '#client/api/retry-unanswered.ts';
import { hasTexts, initTranslation } from '#ui/i18n/i18n.ts';
import { getPathLanguage } from '#ui/routes/routes.ts';
import { setUpActQueue } from './calls/act-queue.ts';
import { sendOpenBranch } from './calls/open-branch.ts';
import { keepOffline, restoreOffline } from './calls/offline-store.ts';
import { requireReach } from './calls/reach.ts';
import { switchToPreferredLanguage } from './preferred-language.ts';
import { StaffApp } from './StaffApp.tsx';
import { addStaffTexts } from './texts.ts';
import { keepStaffOffline } from './worker/keep-staff-offline.ts';

/** In staff.html: reloads the page once, then says that the app could not be loaded (CH5). */
declare const onMissing: () => void;

// Actions on orders wait for the network, see `act-queue.ts`. All others fail at once without it, and say so.
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: retryUnanswered },
    mutations: { networkMode: 'always', onMutate: requireReach },
  },
});

setUpActQueue(queryClient);

void start();

async function start(): Promise<void> {
  switchToPreferredLanguage();
  const language = getPathLanguage(location.pathname);
  // The same browser may be a diner's at a table. Staff calls must not carry that identity. The stored values stay.
  dinerState.next({
    ...dinerState.value,
    language,
    token: undefined,
    member: undefined,
    merchantId: undefined,
    table: undefined,
  });
  sendOpenBranch();
  try {
    await initTranslation(language);
  } catch (error) {
    console.warn('texts could not be loaded', error);
    // Texts in English are better than no page. The names of texts are not.
    if (!hasTexts()) return onMissing();
  }
  addStaffTexts();
  // The name of the app's code changes with each build.
  const build = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';
  await restoreOffline(queryClient, build);
  keepOffline(queryClient, build);
  // They applied until the theme was known. From here on the theme sets its own.
  for (const meta of document.querySelectorAll('meta[name="theme-color"][media]')) meta.remove();
  const root = document.getElementById('root');
  if (!root) throw new Error('staff.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <StaffApp queryClient={queryClient} />
    </StrictMode>,
  );
  keepStaffOffline();
}
