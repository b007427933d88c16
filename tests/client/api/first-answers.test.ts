/** The answers that the server writes into the page, on a page that was cut off. */
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { silenceConsole } from './api-scene.ts';
import { stubPage } from './test-storage.ts';

const answers = {
  merchantId: '1001',
  language: 'en-US',
  at: 1,
  merchant: { id: '1001' },
  menu: { categories: [] },
};
const whole = JSON.stringify(answers);
const config = JSON.stringify({ apiBase: 'https://order.example' });

beforeEach(() => {
  silenceConsole();
  vi.resetModules();
});

async function readMenu(text: string): Promise<unknown> {
  stubPage({ 'first-answers': text });
  const { loadFirstAnswers } = await import('#client/api/queries/first-answers.ts');
  const queries = new QueryClient();
  loadFirstAnswers(queries);
  return queries.getQueryData(['menu', '1001', 'en-US']);
}

test('the app uses the menu in the page, and requests it if it is truncated', async () => {
  expect(await readMenu(whole)).toEqual(answers.menu);
  for (const end of [0, 1, whole.length - 1]) expect(await readMenu(whole.slice(0, end))).toBeUndefined();
});

test('a page with a truncated configuration starts as one without', async () => {
  const readApiBase = async (text: string) => {
    vi.resetModules();
    stubPage({ 'site-config': text });
    return (await import('#client/api/site.ts')).site.apiBase;
  };
  expect(await readApiBase(config)).toBe('https://order.example');
  expect(await readApiBase(config.slice(0, -1))).toBe('');
});
