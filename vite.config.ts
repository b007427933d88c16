import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { dinersManifests, staffManifests } from './tools/build/app-manifest.ts';
import { drawnMenu } from './tools/build/drawn-menu.ts';
import {
  commentsStayHere,
  conditions,
  firstCode,
  filesOfTogether,
  unusedGoes,
} from './tools/build/first-load.ts';
import { notices } from './tools/build/notices.ts';
import { precompress } from './tools/build/precompress.ts';
import { hashOfSources } from './tools/build/sources.mjs';
import { staffApp, staffPagesInDevelopment } from './tools/build/staff-page.ts';
import { twoPhonesPage } from './tools/build/two-phones.ts';
import { finishBuild } from './tools/build/finish-build.ts';
import { dinersWorker, serviceWorker, staffWorker } from './tools/build/worker.ts';

// The table server serves what is built here; the development server passes its calls on to it.
const tableServer = process.env['TABLE_SERVER'] ?? 'http://localhost:3000';

// Phones that run an older build learn of this one by its id: the same sources have the same, wherever they are built.
const buildId = process.env['BUILD_ID'] ?? hashOfSources().slice(0, 12);

// What a package asks to keep stays in the code: 0.6 kB gzip of what the menu waits for. The full texts are in the notices.
const comments = { legal: true };

// To read a property does nothing here: what a library makes of others' and nobody uses goes.
const treeshake = { propertyReadSideEffects: false } as const;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const codePlugins = () => [react(), unusedGoes, commentsStayHere];
/** Shared by all builds whose code goes to a phone. */
const listed = notices();

const besidePages =
  /\/(CouponPage|Home|MerchantHome|Member|Account|Profile|OrderList|Scan|ScanResult|Test|NotFound)-/;

const phone = {
  define: { __BUILD_ID__: JSON.stringify(buildId) },
  resolve: {
    conditions,
    alias: [
      // What it stands in for is in every React that this app can have.
      { find: 'use-sync-external-store/shim', replacement: 'react' },
      { find: '../createLucideIcon.mjs', replacement: file('./ui/lucide-icon.ts') },
    ],
  },
  build: {
    target: 'es2022',
    modulePreload: {
      resolveDependencies: (asked, files, { hostType }) => {
        if (hostType !== 'js') return files;
        // The list of what a page needs stands in the first code. Pages that no visit waits for do without.
        if (besidePages.test(asked)) return files.filter((name) => name.endsWith('.css'));
        // Whatever asks for more code has these already.
        return files.filter((name) => !/\/(libraries|rolldown-runtime)-/.test(name));
      },
    },
    sourcemap: true,
    outDir: 'dist',
    // A server that runs goes on with what is there; the build takes it away when it is done.
    emptyOutDir: false,
    manifest: true,
    rolldownOptions: { treeshake, output: { comments } },
  },
} satisfies UserConfig;

export default defineConfig(async ({ command }) => ({
  ...phone,
  plugins: [
    ...codePlugins(),
    dinersManifests,
    firstCode,
    listed,
    serviceWorker(dinersWorker, { buildId, comments, plugins: listed }),
    drawnMenu({ ...phone, plugins: codePlugins() }),
    staffPagesInDevelopment,
    staffApp(
      {
        ...phone,
        plugins: [
          codePlugins(),
          staffManifests,
          listed,
          serviceWorker(staffWorker, { buildId, comments, plugins: listed }),
        ],
      },
      { comments },
    ),
    twoPhonesPage({ ...phone, plugins: [codePlugins(), listed] }),
    precompress(),
    finishBuild(buildId),
  ],
  build: {
    ...phone.build,
    ...(command === 'build' && {
      rolldownOptions: {
        treeshake,
        output: { comments, codeSplitting: await filesOfTogether({ ...phone, plugins: codePlugins() }) },
      },
    }),
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/pictures', '/demo', '/rt'].map((path) => [
        path,
        { target: tableServer, ws: path === '/rt' },
      ]),
    ),
  },
}));
