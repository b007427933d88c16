import { QueryClient } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { languageCodes } from '#contract/http/headers.ts';
import { followOtherTabs, updateDiner } from '#client/api/diner-state.ts';
import { retryUnanswered } from '#client/api/retry-unanswered.ts';
import { loadFirstAnswers } from '#client/api/queries/first-answers.ts';
import { App } from './App.tsx';
import { waitForFirstPage } from '#src/navigation/first-page.ts';
import { hasTexts, initTranslation } from '#ui/i18n/i18n.ts';
import { matchRoute } from '#ui/routes/navigation.ts';
import { prepareFirstPage } from './pages/pages.ts';
import { getPathLanguage } from '#ui/routes/routes.ts';

/** How long the static first picture stays while the page's code loads, ms. After that a loading page replaces it. */
const firstPageTimeoutMs = 1_000;

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: retryUnanswered } } });

/** In index.html: reloads once. If that does not help, says that the app cannot be loaded. */
declare const onMissing: () => void;

void start();

/** A function and not top-level `await`, which would block all modules that are loaded meanwhile. */
async function start(): Promise<void> {
  const language = getPathLanguage(location.pathname);
  updateDiner({ language });
  followOtherTabs();
  const translation = initTranslation(language);
  const firstPage = prepareFirstPage(matchRoute(location.pathname)?.name);
  try {
    await translation;
  } catch (error) {
    console.warn('texts could not be loaded', error);
    // English texts are better than no page. Without them the page would show the keys of texts.
    if (!hasTexts()) return onMissing();
  }

  await Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, firstPageTimeoutMs))]);

  // Separate tasks, so that a slow phone can react to taps in between.
  await waitForNextTask();
  // If the HTML brings the first answers, loading the cache can wait. Otherwise the first page needs the cache.
  const cacheNeeded = loadFirstAnswers(queryClient) ? waitForFirstPage() : Promise.resolve();
  void cacheNeeded.then(() => startAnswerCache(queryClient));
  await waitForNextTask();
  waitForFirstPage()
    .then(() => import('./version/offline-start.ts'))
    .then(
      ({ prepareOfflineStart }) => prepareOfflineStart(queryClient),
      (error: unknown) => console.warn('an offline start could not be prepared', error),
    );

  waitForFirstPage()
    .then(() => import('./brand-face.ts'))
    .then(
      ({ addBrandFace }) => addBrandFace(),
      (error: unknown) => console.warn('the face of headings could not be loaded', error),
    );

  // These were for the time before the app sets its theme's colour.
  for (const meta of document.querySelectorAll('meta[name="theme-color"][media]')) meta.remove();

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // A transition renders in slices, so that the phone reacts to taps in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App queryClient={queryClient} />
      </StrictMode>,
    ),
  );
}

/** Restores cached answers of the server, and caches new ones on the device. */
async function startAnswerCache(queries: QueryClient): Promise<void> {
  try {
    const [code, { publicQueries: answers }] = await Promise.all([
      import('#client/api/queries/query-cache.ts'),
      import('#client/api/queries/public-queries.ts'),
    ]);
    code.cacheQueries({ queries, answers, languages: languageCodes });
  } catch (error) {
    console.warn('answers could not be cached', error);
  }
}

function waitForNextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
