/** Failing runs that were found, shrunk and stored. They run before anything else. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '#dev/simulation/plan/plan.ts';

const folder = 'tests/regressions';

/** A plan and the failure that it once caused. */
export interface Regression {
  /** The broken promise, for people. */
  readonly found: string;
  readonly plan: Plan;
}

export function readRegressions(): { name: string; regression: Regression }[] {
  return readdirSync(folder)
    .filter((file) => file.startsWith('sim-') && file.endsWith('.json'))
    .sort()
    .map((name) => ({
      name,
      regression: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Regression,
    }));
}

/** Returns the path of the file. */
export function keepRegression(name: string, regression: Regression): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `sim-${name}.json`);
  writeFileSync(path, formatRegression(regression));
  return path;
}

/** Prints one phone or step a line, so that a run reads from top to bottom. */
function formatRegression({ found, plan }: Regression): string {
  const formatList = (name: string, items: readonly unknown[]) =>
    `"${name}": [\n${items.map((item) => `      ${JSON.stringify(item)}`).join(',\n')}\n    ]`;
  const fields = Object.entries(plan).map(([name, value]) =>
    Array.isArray(value) && value.length > 0
      ? formatList(name, value)
      : `"${name}": ${JSON.stringify(value)}`,
  );
  return `{\n  "found": ${JSON.stringify(found)},\n  "plan": {\n    ${fields.join(',\n    ')}\n  }\n}\n`;
}
