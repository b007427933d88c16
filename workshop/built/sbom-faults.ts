import { idOf, licenceOf, packagesIn, type LockEntry, type LockFile } from '#tools/build/lock-file.ts';
import type { Sbom } from '#tools/build/sbom.ts';

type Component = Sbom['components'][number];

/**
 * Where it says something else than the lock file of those who run the app, or less than what is shipped: a line each.
 * @param shipped names of packages that have code in the build
 */
export function sbomFaults(sbom: Sbom, lock: LockFile, shipped: ReadonlySet<string>): string[] {
  const ofRun = new Map(
    packagesIn(lock).flatMap(([path, entry]) => (entry.dev ? [] : [[idOf(path, entry), { path, entry }]])),
  );
  const said = new Map(sbom.components.map((each) => [`${each.name}@${each.version}`, each]));
  const names = new Set(sbom.components.map(({ name }) => name));
  return [
    ...[...ofRun].flatMap(([id, { path, entry }]) => {
      const component = said.get(id);
      return component ? componentFaults(id, component, path, entry) : [`${id} is missing`];
    }),
    ...[...said.keys()].filter((id) => !ofRun.has(id)).map((id) => `${id} is not needed to run the app`),
    ...[...shipped].filter((name) => !names.has(name)).map((name) => `${name} is shipped and missing`),
    ...(JSON.stringify(sbom).includes('"externalReferences"') ? ['it has addresses'] : []),
  ];
}

function componentFaults(id: string, component: Component, path: string, entry: LockEntry): string[] {
  const { purl, hashes = [], licenses = [] } = component;
  const content = Buffer.from((entry.integrity ?? '').replace('sha512-', ''), 'base64').toString('hex');
  const licences = licenses.map((each) => ('license' in each ? each.license.id : each.expression));
  return [
    ...(purl === `pkg:npm/${id.replace(/^@/, '%40')}` ? [] : [`${id} has the purl ${purl}`]),
    ...(hashes.some((hash) => hash.alg === 'SHA-512' && hash.content === content)
      ? []
      : [`${id} has another hash`]),
    ...(licences.length === 1 && licences[0] === licenceOf(path, entry)
      ? []
      : [`${id} has another licence, or none`]),
  ];
}
