import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The table server serves what is built here; the development server passes its calls on to it.
const tableServer = process.env['TABLE_SERVER'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', sourcemap: true, outDir: 'dist' },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/pictures', '/demo', '/rt'].map((path) => [
        path,
        { target: tableServer, ws: path === '/rt' },
      ]),
    ),
  },
});
