import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

/** The page whose answer is kept as the shell: the server has no name for the bare document. */
const shell = '/home';
/** Parts that few diners come to, or that are of no use without a network: their code is kept once it was fetched. */
const rare = [
  'src/features/support/Test',
  'src/features/table/scan/',
  'src/features/coupons/',
  'src/features/account/profile/Profile',
  'src/features/account/profile/BecomeMemberPopup',
  'client/api/behaviour/faro-log',
];

/**
 * Builds the service worker next to the phone and tells it which files make the shell.
 * @param plugins for the worker's own build
 */
export function serviceWorker(
  buildId: string,
  comments: Rolldown.OutputOptions['comments'],
  plugins: Plugin[],
): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle(_, bundle) {
      const document = bundle['index.html'];
      if (document?.type !== 'asset') throw new Error('the bundle has no index.html');
      const revision = createHash('sha256').update(document.source).digest('hex').slice(0, 12);
      const code = [...shellCode(bundle)].sort().map((file) => ({ url: `/${file}`, revision: null }));
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
            entry: fileURLToPath(new URL('../../src/shell/worker/service-worker.ts', import.meta.url)),
            formats: ['iife'],
            name: 'worker',
            fileName: () => 'service-worker.js',
          },
        },
      });
    },
  };
}

/** Every chunk that is reached from the entry without passing a rare part. */
function shellCode(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(file)) return;
    found.add(file);
    for (const next of chunk.imports) visit(next);
    for (const next of chunk.dynamicImports) if (!isRare(bundle[next])) visit(next);
  };
  for (const part of Object.values(bundle)) if (part.type === 'chunk' && part.isEntry) visit(part.fileName);
  return found;
}

function isRare(part: Rolldown.OutputBundle[string] | undefined): boolean {
  const module = part?.type === 'chunk' ? (part.facadeModuleId ?? '') : '';
  return rare.some((name) => module.includes(name));
}
