import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

/** Describes an app's worker and the files that it stores. */
interface AppWorker {
  /** The worker's source, from the root of the repository. */
  readonly source: string;
  /** The worker's name in the build. */
  readonly fileName: string;
  /** The app's document in the bundle. */
  readonly document: string;
  /** The page whose answer is stored as the document: a server has no address for the document itself. */
  readonly shell: string;
  /** Parts whose code is stored only once it was used. */
  readonly rare: readonly string[];
}

export const dinersWorker: AppWorker = {
  source: 'src/shell/worker/service-worker.ts',
  fileName: 'service-worker.js',
  document: 'index.html',
  shell: '/home',
  // Few diners need them, or they are of no use without a network.
  rare: [
    'src/features/support/Test',
    'src/features/table/scan/',
    'src/features/coupons/',
    'src/features/account/profile/Profile',
    'src/features/account/profile/BecomeMemberPopup',
    'client/api/behaviour/faro-log',
  ],
};

export const staffWorker: AppWorker = {
  source: 'staff/worker/service-worker.ts',
  fileName: 'staff-worker.js',
  document: 'staff.html',
  shell: '/staff',
  // It sends logs, so it needs a network.
  rare: ['client/api/behaviour/faro-log'],
};

interface WorkerBuild {
  readonly buildId: string;
  readonly comments: Rolldown.OutputOptions['comments'];
  /** Plugins for the worker's own build. */
  readonly plugins: Plugin[];
}

/** Builds an app's service worker into the app's folder and tells it which files of the bundle to store. */
export function createServiceWorker(
  { source, fileName, document, shell, rare }: AppWorker,
  { buildId, comments, plugins }: WorkerBuild,
): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle(_, bundle) {
      const page = bundle[document];
      if (page?.type !== 'asset') throw new Error(`the bundle has no ${document}`);
      const revision = createHash('sha256').update(page.source).digest('hex').slice(0, 12);
      const code = [...listChunksToStore(bundle, rare)]
        .sort()
        .map((file) => ({ url: `/${file}`, revision: null }));
      await build({
        configFile: false,
        root: config.root,
        publicDir: false,
        logLevel: 'warn',
        plugins,
        define: {
          'process.env.NODE_ENV': JSON.stringify('production'),
          __BUILD_ID__: JSON.stringify(buildId),
          __SHELL__: JSON.stringify(shell),
          __PRECACHED__: JSON.stringify([{ url: shell, revision }, ...code]),
        },
        build: {
          target: config.build.target,
          outDir: config.build.outDir,
          emptyOutDir: false,
          sourcemap: config.build.sourcemap,
          rolldownOptions: { output: { comments } },
          lib: {
            entry: fileURLToPath(new URL(`../../${source}`, import.meta.url)),
            formats: ['iife'],
            name: 'worker',
            fileName: () => fileName,
          },
        },
      });
    },
  };
}

/** Finds the chunks that can be reached from the entry without passing a rare part. */
function listChunksToStore(bundle: Rolldown.OutputBundle, rare: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(file)) return;
    found.add(file);
    for (const next of chunk.imports) visit(next);
    for (const next of chunk.dynamicImports) if (!isRare(bundle[next], rare)) visit(next);
  };
  for (const part of Object.values(bundle)) if (part.type === 'chunk' && part.isEntry) visit(part.fileName);
  return found;
}

function isRare(part: Rolldown.OutputBundle[string] | undefined, rare: readonly string[]): boolean {
  const module = part?.type === 'chunk' ? (part.facadeModuleId ?? '') : '';
  return rare.some((name) => module.includes(name));
}
