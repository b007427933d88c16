import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** A module and what it needs as one script for a page, made as the app is made. */
export async function pageCode(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: true, lib: { entry, formats: ['iife'], name: 'page' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`nothing was built from ${entry}`);
  return output.output[0].code;
}
