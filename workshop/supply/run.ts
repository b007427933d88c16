/** `npm run test:long -- supply`: whether what is installed is what was tested, may be used, and has no known holes (D40). */
import { packagesIn, readProject } from '#tools/build/lock-file.ts';
import { askRegistry } from './known-holes.ts';
import { licenceFaults } from './licence-faults.ts';
import { lockFaults } from './lock-faults.ts';

const { own, lock } = readProject('.');
const count = packagesIn(lock).length;

say(`faults of the lock file, ${count} packages`, lockFaults(own, lock));
say('licences that are not allowed', licenceFaults(lock));

const audit = askRegistry('.');
if (audit.isAnswered) {
  for (const line of audit.others) console.log(`  not counted: ${line}`);
  say('known holes of what runs, high and critical', audit.serious);
} else
  console.log(`known holes were NOT checked: ${audit.reason}. What passes here are the checks above alone.`);

function say(what: string, faults: readonly string[]): void {
  console.log(`${what}: ${faults.length}`);
  for (const fault of faults) console.error(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
