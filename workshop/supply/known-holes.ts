import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** What the registry says of the packages that run, or why it did not say anything. */
export type Audit =
  | { readonly isAnswered: false; readonly reason: string }
  | {
      readonly isAnswered: true;
      /** Severity high or critical: a line each, with package, severity and advisory. */
      readonly serious: readonly string[];
      readonly others: readonly string[];
    };

const seriousOnes = ['high', 'critical'];

const advisorySchema = z.looseObject({ title: z.string(), url: z.string() });
const answerSchema = z.looseObject({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({
      severity: z.string(),
      range: z.string(),
      // A hole of its own, or the name of a package that has it.
      via: z.array(z.union([z.string(), advisorySchema])),
    }),
  ),
});
const refusalSchema = z.looseObject({ statusCode: z.optional(z.number()), message: z.string() });

/** A registry that finds nothing in it knows no holes at all: minimist 0.0.8 has a critical one since 2022. */
const knownForOne = {
  name: 'known-for-one',
  version: '0.0.0',
  lockfileVersion: 3,
  packages: {
    '': { name: 'known-for-one', version: '0.0.0', dependencies: { minimist: '0.0.8' } },
    'node_modules/minimist': { version: '0.0.8' },
  },
};

/** ms */
const timeout = 90_000;

/** Asks the registry that npm is set up with. @param root the folder of the lock file */
export function askRegistry(root: string): Audit {
  const folder = mkdtempSync(join(tmpdir(), 'known-for-one-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(knownForOne.packages['']));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(knownForOne));
    return believed(audit(folder), () => audit(root));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param known the answer for a package that is known for a hole */
export function believed(known: Audit, ask: () => Audit): Audit {
  if (!known.isAnswered) return known;
  return known.serious.length > 0
    ? ask()
    : { isAnswered: false, reason: 'the registry keeps no list of them' };
}

function audit(folder: string): Audit {
  // What npm is told to leave out elsewhere is asked for all the same; offline it says that there are none.
  const all = ['--omit=dev', '--include=optional', '--include=peer', '--offline=false'];
  const patience = ['--fetch-retries=1', '--fetch-timeout=30000'];
  const { stdout, error } = spawnSync(
    'npm',
    ['audit', '--json', '--package-lock-only', ...all, ...patience],
    {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout,
    },
  );
  return error ? { isAnswered: false, reason: error.message } : readAudit(stdout);
}

/** @param text what `npm audit --json` printed */
export function readAudit(text: string): Audit {
  const said = parsed(text);
  const answer = answerSchema.safeParse(said);
  if (!answer.success) return { isAnswered: false, reason: reasonIn(said) };
  const holes = Object.entries(answer.data.vulnerabilities).map(([name, { severity, range, via }]) => ({
    isSerious: seriousOnes.includes(severity),
    line: `${severity}: ${`${name} ${range}`.trim()}: ${via.map(asText).join('; ')}`,
  }));
  return {
    isAnswered: true,
    serious: holes.filter(({ isSerious }) => isSerious).map(({ line }) => line),
    others: holes.filter(({ isSerious }) => !isSerious).map(({ line }) => line),
  };
}

function asText(via: string | z.infer<typeof advisorySchema>): string {
  return typeof via === 'string' ? `through ${via}` : `${via.title} (${via.url})`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without the registry's address, which npm's own message has. */
function reasonIn(said: unknown): string {
  const { data } = refusalSchema.safeParse(said);
  const code = data?.statusCode ?? /\bE[A-Z_]{3,}/.exec(data?.message ?? '')?.[0];
  return code ? `the registry did not answer (${code})` : 'the answer is no report of npm';
}
