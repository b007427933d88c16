import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { dinersManifests, staffManifests } from './tools/build/app-manifests.ts';
import { createMenuRenderer } from './tools/build/menu-renderer.ts';
import {
  dropStyleComments,
  conditions,
  firstCode,
  groupCode,
  dropUnusedCode,
  dropUnusedText,
} from './tools/build/first-load.ts';
import { createBuildId } from './tools/build/build-id.ts';
import { createNotices } from './tools/build/notices.ts';
import { precompress } from './tools/build/precompress.ts';
import { createSourceRecord } from './tools/build/source-record.ts';
import { createStaffApp, staffPagesInDevelopment } from './tools/build/staff-app.ts';
import { createTwoPhonesDemo } from './tools/build/two-phones.ts';
import { finishBuild } from './tools/build/finish-build.ts';
import { dinersWorker, createServiceWorker, staffWorker } from './tools/build/service-worker.ts';

// The development server forwards calls to this table server.
const tableServer = process.env['TABLE_SERVER'] ?? 'http://localhost:3000';

// Phones with an older build compare this id with their own, and so detect this build.
const buildId = process.env['BUILD_ID'] ?? createBuildId();

// Keeps the licence comments of packages in the code: 0.6 kB gzip of the first load. The full texts are in the
// notices.
const comments = { legal: true };

// Reading a property has no side effects in this code, so unused results can be removed.
const treeshake = { propertyReadSideEffects: false } as const;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const sources = createSourceRecord();
const codePlugins = () => [react(), dropUnusedCode, dropUnusedText, dropStyleComments, sources.collect];
/** Shared by all builds whose code runs in a browser. */
const licenceNotices = createNotices();
const workerPlugins = [...licenceNotices, sources.collect];

/** Pages that are rarely the first one. A page that is missing here only loads a little more with its link. */
const laterPages =
  /\/(CouponPage|Home|MerchantHome|Member|Account|Profile|OrderList|Scan|ScanResult|Test|NotFound)-/;

/** The base of all builds for browsers: the diners' app, the staff's app and the demo. */
const browserBuild = {
  define: { __BUILD_ID__: JSON.stringify(buildId) },
  resolve: {
    conditions,
    alias: [
      // The shim is for older versions of React.
      { find: 'use-sync-external-store/shim', replacement: 'react' },
      { find: '../createLucideIcon.mjs', replacement: file('./ui/lucide-icon.ts') },
    ],
  },
  build: {
    target: 'es2022',
    modulePreload: {
      resolveDependencies: (asked, files, { hostType }) => {
        if (hostType !== 'js') return files;
        // The lists of preloads are part of the first code. Pages that are rarely the first one do without.
        if (laterPages.test(asked)) return files.filter((name) => name.endsWith('.css'));
        // These are loaded before any code that imports more.
        return files.filter((name) => !/\/(libraries|rolldown-runtime)-/.test(name));
      },
    },
    sourcemap: true,
    outDir: 'dist',
    // A running server still serves the previous build. `finishBuild` deletes its files at the end.
    emptyOutDir: false,
    manifest: true,
    rolldownOptions: { treeshake, output: { comments } },
  },
} satisfies UserConfig;

export default defineConfig(async ({ command }) => ({
  ...browserBuild,
  plugins: [
    codePlugins(),
    dinersManifests,
    firstCode,
    licenceNotices,
    createServiceWorker(dinersWorker, { buildId, comments, plugins: workerPlugins }),
    createMenuRenderer({ ...browserBuild, plugins: codePlugins() }),
    staffPagesInDevelopment,
    createStaffApp(
      {
        ...browserBuild,
        plugins: [
          codePlugins(),
          staffManifests,
          licenceNotices,
          createServiceWorker(staffWorker, { buildId, comments, plugins: workerPlugins }),
        ],
      },
      { comments },
    ),
    createTwoPhonesDemo({ ...browserBuild, plugins: [codePlugins(), licenceNotices] }),
    precompress(),
    finishBuild(buildId),
    sources.write,
  ],
  build: {
    ...browserBuild.build,
    ...(command === 'build' && {
      rolldownOptions: {
        treeshake,
        output: { comments, codeSplitting: await groupCode({ ...browserBuild, plugins: codePlugins() }) },
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
