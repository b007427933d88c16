import { idOf, packagesIn, type LockEntry, type LockFile, type OwnPackage } from '#tools/build/lock-file.ts';

/** Packages that may run a program when they are installed, and why. */
const mayRunScripts: Readonly<Record<string, string>> = {
  esbuild: 'puts the program of the platform, a package of this lock file, in the place of its own starter',
};

const dependencyKinds = [
  'dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies',
] as const; // prettier-ignore
/** What package.json and the lock file both say. */
const shared = ['name', 'version', ...dependencyKinds] as const;

const exact = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** What lets an installation differ from the one that was tested: a line each, which names the place (D40). */
export function lockFaults(own: OwnPackage, lock: LockFile): string[] {
  return [
    ...(lock.lockfileVersion === 3
      ? []
      : [`package-lock.json: lockfileVersion ${lock.lockfileVersion}, not 3`]),
    ...versionFaults(own),
    ...disagreements(own, lock),
    ...packagesIn(lock).flatMap(([path, entry]) =>
      entryFaults(path, entry).map((fault) => `package-lock.json: ${path}: ${fault}`),
    ),
  ];
}

function versionFaults(own: OwnPackage): string[] {
  return [...dependencyKinds, 'overrides' as const].flatMap((kind) =>
    Object.entries(own[kind] ?? {})
      // `$name` is the version that package.json has of it.
      .filter(([, version]) => !exact.test(version) && !(kind === 'overrides' && version.startsWith('$')))
      .map(([name, version]) => `package.json: ${kind}: ${name}: ${version} is no exact version`),
  );
}

function disagreements(own: OwnPackage, { packages }: LockFile): string[] {
  const root: Readonly<Record<string, unknown>> = packages[''] ?? {};
  const differing = shared
    .filter((key) => asText(own[key]) !== asText(root[key]))
    .map((key) => `package-lock.json: ${key} is not what package.json says`);
  const asked = Object.entries({ ...own.dependencies, ...own.devDependencies });
  const others = asked.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version);
  return [
    ...differing,
    ...others.map(([name, version]) => `package-lock.json: node_modules/${name} is not ${version}`),
  ];
}

/** The same for the same entries in another order. */
function asText(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value ?? []);
}

function entryFaults(path: string, entry: LockEntry): string[] {
  const { version = '', resolved, integrity = '', hasInstallScript = false, link = false } = entry;
  const name = idOf(path, entry).slice(0, -version.length - 1);
  return [
    // npm leaves out the registry's address (.npmrc), and nothing else.
    ...(resolved !== undefined || link ? ['comes from elsewhere than the registry'] : []),
    ...(exact.test(version) ? [] : ['has no exact version']),
    ...(sha512.test(integrity) ? [] : ['has no integrity with sha512']),
    ...(hasInstallScript && !Object.hasOwn(mayRunScripts, name)
      ? ['runs a script when it is installed']
      : []),
  ];
}
