import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { defaultLanguage, languageCodes } from '#contract/http/headers.ts';
import { initTranslation, loadWithTexts } from '#ui/i18n/i18n.ts';
import { createLinks } from '#ui/routes/routes.ts';
import { AppThemeProvider } from '#ui/theme/AppThemeProvider.tsx';

// A dynamic import, because the page adds its texts after the translation has started.
const loadPage = loadWithTexts(() => import('./TwoPhones.tsx'));

void start();

/** The demo is a separate page. Its address names the language. */
async function start(): Promise<void> {
  const named = new URLSearchParams(location.search).get('lang');
  const language = languageCodes.find((code) => code === named) ?? defaultLanguage;
  await initTranslation(language);
  const { default: TwoPhones } = await loadPage();
  const root = document.getElementById('root');
  if (!root) throw new Error('two-phones.html has no #root');
  createRoot(root).render(
    <StrictMode>
      {/* Components of the app read the language from the route. */}
      <MemoryRouter initialEntries={[createLinks(language).home()]}>
        <AppThemeProvider>
          <TwoPhones />
        </AppThemeProvider>
      </MemoryRouter>
    </StrictMode>,
  );
}
