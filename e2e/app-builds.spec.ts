/** The diners' app and the staff's app are two builds. Each stores only its own files on a device. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { desk } from './support/words.ts';

const readText = (name: string): string => readFileSync(join('dist', name), 'utf8');
const listScripts = (text: string): string[] =>
  [...new Set([...text.matchAll(/assets\/[\w.-]+\.js/g)].map(([path]) => path))].toSorted();

/** The scripts and the sources of a build, from vite's manifest. */
function buildOf(manifest: string): { readonly scripts: readonly string[]; readonly sources: string[] } {
  const parts = JSON.parse(readText(`.vite/${manifest}`)) as Record<string, { file: string }>;
  const files = Object.values(parts).map(({ file }) => file);
  return { scripts: listScripts(files.join(' ')), sources: Object.keys(parts) };
}

test('the service worker of each app lists the code of its own build, and no file is in both', () => {
  const [diners, staff] = [buildOf('manifest.json'), buildOf('staff-manifest.json')];
  const [forDiners, forStaff] = [
    listScripts(readText('service-worker.js')),
    listScripts(readText('staff-worker.js')),
  ];
  expect(forDiners.length).toBeGreaterThan(40);
  expect(forDiners.filter((path) => !diners.scripts.includes(path))).toEqual([]);
  // A tablet opens all its pages without a network, except for the log of taps, which needs the server.
  const missing = staff.scripts.filter((path) => !forStaff.includes(path));
  expect(missing.filter((path) => !path.includes('faro-log'))).toEqual([]);
  expect(forStaff.filter((path) => !staff.scripts.includes(path))).toEqual([]);
  expect(staff.scripts.filter((path) => diners.scripts.includes(path))).toEqual([]);
  expect(diners.sources.filter((source) => source.startsWith('staff/'))).toEqual([]);
  expect(staff.sources.filter((source) => source.startsWith('src/'))).toEqual([]);
  expect(staff.sources).toContain('staff.html');
});

test('a diner’s phone loads and stores nothing of the restaurant’s app', async ({ take }) => {
  const ann = await take({ serviceWorkers: 'allow' });
  const asked: string[] = [];
  ann.context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await ann.sit(1);
  await ann.expectMenu();
  await ann.workerInCharge();
  const stored = await ann.cachedFiles();
  expect(stored).toContain('/home');
  expect([...stored, ...asked].filter((path) => path.includes('staff'))).toEqual([]);
});

test('the restaurant’s app is installable in each language', async ({ takeStaff, server }) => {
  const { page } = await takeStaff('Ada', { ...desk, language: 'zh-TW', serviceWorkers: 'allow' });
  const browser = await page.context().newCDPSession(page);
  const { errors, data, url } = await browser.send('Page.getAppManifest');
  expect([errors, url]).toEqual([[], `${server.url}/zh-tw/staff.webmanifest`]);
  expect(JSON.parse(data ?? '')).toMatchObject({
    name: 'Lazy Susan 店家管理',
    start_url: '/zh-tw/staff',
    scope: '/zh-tw/staff',
    lang: 'zh-TW',
  });
  expect(await browser.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
});
