/** package.json and package-lock.json: what the project stands on, byte for byte. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const namesSchema = z.optional(z.record(z.string(), z.string()));

const ownSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  dependencies: namesSchema,
  devDependencies: namesSchema,
  optionalDependencies: namesSchema,
  peerDependencies: namesSchema,
  overrides: namesSchema,
});

const entrySchema = z.looseObject({
  version: z.optional(z.string()),
  /** Where it comes from, if not from the registry that npm is set up with. */
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  /** SPDX, as its package.json says it. */
  license: z.optional(z.string()),
  hasInstallScript: z.optional(z.boolean()),
  link: z.optional(z.boolean()),
  /** Nothing that runs needs it. */
  dev: z.optional(z.boolean()),
});

const lockSchema = z.looseObject({
  lockfileVersion: z.number(),
  /** By its path; the project itself is `''`. */
  packages: z.record(z.string(), entrySchema),
});

export type OwnPackage = z.infer<typeof ownSchema>;
export type LockEntry = z.infer<typeof entrySchema>;
export type LockFile = z.infer<typeof lockSchema>;

/** Their licence files say what their package.json does not. */
const unsaidLicences: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' };

/** @param root the folder of both files. @throws where one is missing or has another shape */
export function readProject(root: string): { readonly own: OwnPackage; readonly lock: LockFile } {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8')) as unknown;
  return { own: ownSchema.parse(read('package.json')), lock: lockSchema.parse(read('package-lock.json')) };
}

/** Every package of others with its path, of which the last `node_modules/` is followed by its name. */
export function packagesIn({ packages }: LockFile): readonly (readonly [path: string, LockEntry])[] {
  return Object.entries(packages).filter(([path]) => path !== '');
}

/** `name@version` */
export function idOf(path: string, { version = '' }: LockEntry): string {
  return `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
}

/** SPDX; undefined where nobody says it. */
export function licenceOf(path: string, entry: LockEntry): string | undefined {
  return entry.license ?? unsaidLicences[idOf(path, entry)];
}
