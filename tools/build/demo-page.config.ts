/** `npm run demo-page -- --base PATH` builds the public demo alone, for a server of plain files. */
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { createNotices } from './notices.ts';

const outDir = '.cache/demo-page';

const finish: Plugin = {
  name: 'finish',
  closeBundle() {
    // A server of files shows `index.html` at its root.
    renameSync(join(outDir, 'two-phones.html'), join(outDir, 'index.html'));
    copyFileSync('public/favicon.svg', join(outDir, 'favicon.svg'));
  },
};

export default defineConfig({
  plugins: [react(), createNotices(), finish],
  define: { __BUILD_ID__: JSON.stringify('demo') },
  publicDir: false,
  build: { target: 'es2022', outDir, emptyOutDir: true, rolldownOptions: { input: 'two-phones.html' } },
});
