/** `tsx workshop/built/check-notices.ts`: fails when the build ships code of others without their name or without their licence. */
import { noticesFile } from '#tools/build/notices.ts';
import { shippedIn } from './shipped-packages.ts';

const { packages, missing, stripped } = shippedIn('dist');
console.log(
  `${noticesFile}: ${packages.size} packages have code in dist, ${missing.length} of them are missing`,
);
const wrong = [
  ...missing.map((name) => `${name} is not named`),
  ...stripped.map((file) => `${file} has lost comments that say @license or @preserve`),
];
if (wrong.length > 0) {
  process.exitCode = 1;
  console.error(wrong.map((line) => `  ${line}`).join('\n'));
}
