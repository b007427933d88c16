import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';

/** The set-up writes the path of the Chromium that it found into this file. */
const known = 'node_modules/.chromium-path';

/** The fonts of phones, and a similar one. The first one that is installed is used. */
const phoneFonts = ['Roboto', 'Inter', 'Liberation Sans'];

/** The path of the Chromium to use. undefined: Playwright's own. */
export function findChromium(): string | undefined {
  return process.env['CHROMIUM_PATH'] ?? (existsSync(known) ? readFileSync(known, 'utf8') : undefined);
}

/** Opens a browser with a phone's font. Closing it removes its files. */
export async function openChromium(): Promise<{ browser: Browser; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const fonts = join(folder, 'fonts.conf');
  writeFileSync(fonts, fontRules);
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    env: { ...process.env, FONTCONFIG_FILE: fonts },
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return {
    browser,
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Configures fontconfig on Linux. Other systems have a suitable font and do not read this file. */
const fontRules = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <match target="pattern">
    ${['sans-serif', 'serif', 'monospace'].map((name) => `<test qual="all" name="family" compare="not_eq"><string>${name}</string></test>`).join('')}
    <edit name="family" mode="append_last"><string>sans-serif</string></edit>
  </match>
  <alias binding="strong">
    <family>sans-serif</family>
    <prefer>${phoneFonts.map((name) => `<family>${name}</family>`).join('')}</prefer>
  </alias>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>`;
