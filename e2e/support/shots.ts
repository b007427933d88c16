import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Pictures of every step, for people to look at; the folder is not under version control. */
const folder = 'e2e/shots';

/** With `SHOTS=1` in the environment, takes a picture of each phone: `step.ann.png`. */
export async function shoot(step: string, phones: Readonly<Record<string, Page>>): Promise<void> {
  if (!process.env['SHOTS']) return;
  mkdirSync(folder, { recursive: true });
  for (const [name, page] of Object.entries(phones)) {
    const path = join(folder, `${step}.${name}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  }
}
