/** `tsx workshop/built/first-load-budget.ts`: fails when the code that the menu waits for has outgrown its budget. */
import { initialCode, totalOf } from './initial-code.ts';

/** bytes, gzip */
const budget = 150_000;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
for (const [language, files] of initialCode('dist')) {
  const total = totalOf(files);
  console.log(`first load, ${language}: ${kilobytes(total)} gzip in ${files.length} files`);
  if (total <= budget) continue;
  process.exitCode = 1;
  const largest = files.slice(0, 4).map(({ file, gzip }) => `\n  ${kilobytes(gzip)} ${file}`);
  console.error(`That is more than ${kilobytes(budget)}. The largest of them:${largest.join('')}
What the menu does not need at once belongs behind an import() (docs/performance.md).`);
}
