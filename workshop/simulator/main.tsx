import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { defaultLanguage, languageCodes } from '#contract/http/headers.ts';
import { startTranslation, withTexts } from '#src/kit/i18n/i18n.ts';
import { linksFor } from '#src/kit/routes/routes.ts';
import { AppThemeProvider } from '#src/kit/theme/AppThemeProvider.tsx';
import { Announcer } from '#src/kit/ui/feedback/Announcer.tsx';
import Toasts from '#src/kit/ui/feedback/Toasts.tsx';

// Not at its top: its texts are added to a translation that has started.
const loadSimulator = withTexts(() => import('./Simulator.tsx'));

void start();

/** A page of its own, beside the phone's: its language is said in the address. */
async function start(): Promise<void> {
  const said = new URLSearchParams(location.search).get('lang');
  const language = languageCodes.find((code) => code === said) ?? defaultLanguage;
  await startTranslation(language);
  const { default: Simulator } = await loadSimulator();
  const root = document.getElementById('root');
  if (!root) throw new Error('simulator.html has no #root');
  createRoot(root).render(
    <StrictMode>
      {/* The parts that it shares with the phone ask the route for the language; there is no other page to go to. */}
      <MemoryRouter initialEntries={[linksFor(language).test()]}>
        <AppThemeProvider>
          <Simulator />
          <Toasts />
          <Announcer />
        </AppThemeProvider>
      </MemoryRouter>
    </StrictMode>,
  );
}
