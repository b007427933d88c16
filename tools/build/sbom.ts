import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { Plugin, ResolvedConfig } from 'vite';
import { licenceOf, packagesIn, readProject } from './lock-file.ts';

/** The packages of phone and server, as CycloneDX. Beside the build's folder, not in it: that one is served (D40). */
export const sbomFile = 'sbom.cdx.json';

/** Fifty times what npm prints today, bytes. */
const maxBuffer = 16 * 1024 * 1024;
/** npm reads one file and asks nobody, ms. */
const timeout = 30_000;

/** Of CycloneDX what is looked at; the rest goes through. */
const sbomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.looseObject({
    tools: z.array(z.looseObject({ vendor: z.string(), name: z.string() })),
    component: z.looseObject({ name: z.string(), version: z.string() }),
  }),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      hashes: z.optional(z.array(z.object({ alg: z.string(), content: z.string() }))),
      licenses: z.optional(
        z.array(
          z.union([
            z.object({ license: z.object({ id: z.string() }) }),
            z.object({ expression: z.string() }),
          ]),
        ),
      ),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

export type Sbom = z.infer<typeof sbomSchema>;

/** @throws where it has another shape */
export function parseSbom(text: string): Sbom {
  return sbomSchema.parse(JSON.parse(text));
}

/**
 * What the lock file names for those who run the app, on every platform. The same lock file gives the same bytes.
 * @param root the folder of package.json and package-lock.json. @throws where npm is missing or too old
 */
async function sbomOf(root: string): Promise<Sbom> {
  const { own, lock } = readProject(root);
  const { devDependencies: _, ...ownOfRun } = own;
  const { devDependencies: __, ...rootOfRun } = lock.packages['']!;
  const ofRun = packagesIn(lock).filter(([, { dev }]) => !dev);
  const packages = ofRun.map(([path, entry]) => [path, { ...entry, license: licenceOf(path, entry) }]);

  const temporary = await mkdtemp(join(tmpdir(), 'sbom-'));
  try {
    // npm calls the project by its folder; its `--omit dev` also leaves out what a package of development needs too.
    const folder = join(temporary, own.name);
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), JSON.stringify(ownOfRun));
    await writeFile(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...lock, packages: Object.fromEntries([['', rootOfRun], ...packages]) }),
    );
    const included = ['--include=dev', '--include=optional', '--include=peer'];
    const { stdout } = await promisify(execFile)(
      'npm',
      ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application', ...included],
      { cwd: folder, maxBuffer, timeout },
    );
    return reproducible(parseSbom(stdout));
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** Without what differs between runs and npm's versions, and without addresses: a package is known by its purl and hash. */
function reproducible(printed: Sbom): Sbom {
  const { serialNumber: _, ...sbom } = printed;
  const { timestamp: __, ...metadata } = sbom.metadata;
  return {
    ...sbom,
    metadata: {
      ...metadata,
      tools: metadata.tools.map(({ vendor, name }) => ({ vendor, name })),
      component: identityOf(metadata.component),
    },
    components: sbom.components.map(identityOf),
  };
}

function identityOf<T extends object>(component: T): T {
  const {
    externalReferences: _,
    properties: __,
    ...identity
  } = component as T & Readonly<Record<string, unknown>>;
  return identity as unknown as T;
}

/** Writes it anew with each build. A build without it is whole all the same, and says so. */
export function sbom(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'sbom',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle(error) {
      if (error) return;
      const file = join(config.root, sbomFile);
      try {
        await writeFile(file, `${JSON.stringify(await sbomOf(config.root), null, 2)}\n`);
      } catch (problem) {
        // One of another lock file would not be true.
        await rm(file, { force: true });
        config.logger.warn(`${sbomFile} was not made: ${String(problem)}`);
      }
    },
  };
}
