import { QueryClient } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { languageCodes } from '#contract/http/headers.ts';
import { followOtherTabs, updateDiner } from '#client/api/diner-state.ts';
import { retryUnanswered } from '#client/api/retry-unanswered.ts';
import { takeFirstAnswers } from '#client/api/answers/first-answers.ts';
import { App } from './App.tsx';
import { whenFirstPageShown } from '#src/navigation/first-page.ts';
import { hasTexts, startTranslation } from '#ui/i18n/i18n.ts';
import { matchRoute } from '#ui/routes/navigation.ts';
import { prepareFirstPage } from './pages/pages.ts';
import { languageOfPath } from '#ui/routes/routes.ts';

/** ms that the page's first picture stands for a page whose code is on its way. */
const patience = 1_000;

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: retryUnanswered } } });

/** In index.html: loads the page once more, then says that it cannot be had (D12). */
declare const onMissing: () => void;

void start();

/** Not at the top level: code that is fetched meanwhile waits until this module is done. */
async function start(): Promise<void> {
  const language = languageOfPath(location.pathname);
  updateDiner({ language });
  followOtherTabs();
  const translation = startTranslation(language);
  const firstPage = prepareFirstPage(matchRoute(location.pathname)?.name);
  try {
    await translation;
  } catch (error) {
    console.warn('texts could not be loaded', error);
    // English is better than no page, the names of texts are not.
    if (!hasTexts()) return onMissing();
  }

  // Later something stands in for it.
  await Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, patience))]);

  // Each part a task of its own: together they would hold up a finger for too long on a slow phone.
  await nextTask();
  // A page that brings no answers waits for those that were kept.
  const wantsAnswers = takeFirstAnswers(queryClient) ? whenFirstPageShown() : Promise.resolve();
  void wantsAnswers.then(() => keepAnswers(queryClient));
  await nextTask();
  whenFirstPageShown()
    .then(() => import('./version/offline-start.ts'))
    .then(
      ({ prepareOfflineStart }) => prepareOfflineStart(queryClient),
      (error: unknown) => console.warn('not ready for a start without a network', error),
    );

  // They were for the time before the theme, which now says its own.
  for (const meta of document.querySelectorAll('meta[name="theme-color"][media]')) meta.remove();

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // In a transition it is made in slices, between which the phone answers a finger.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App queryClient={queryClient} />
      </StrictMode>,
    ),
  );
}

/** What asks the server anything brings the code. */
async function keepAnswers(queries: QueryClient): Promise<void> {
  try {
    const [code, { everybodysAnswers: answers }] = await Promise.all([
      import('#client/api/answers/kept-answers.ts'),
      import('#client/api/answers/everybodys-answers.ts'),
    ]);
    code.keepAnswers({ queries, answers, languages: languageCodes });
  } catch (error) {
    console.warn('no answers are kept on this phone', error);
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
