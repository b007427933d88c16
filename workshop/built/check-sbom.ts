/** `tsx workshop/built/check-sbom.ts`: fails when the build's list of packages is missing, or is not the lock file's. */
import { readFileSync } from 'node:fs';
import { readProject } from '#tools/build/lock-file.ts';
import { parseSbom, sbomFile } from '#tools/build/sbom.ts';
import { sbomFaults } from './sbom-faults.ts';
import { shippedIn } from './shipped-packages.ts';

const sbom = parseSbom(readFileSync(sbomFile, 'utf8'));
const faults = sbomFaults(sbom, readProject('.').lock, shippedIn('dist').packages);
console.log(`${sbomFile}: ${sbom.components.length} packages, ${faults.length} faults`);
for (const fault of faults) {
  process.exitCode = 1;
  console.error(`  ${fault}`);
}
