import { resolve } from 'node:path';
import { createServer, type TableServer } from '#server/app.ts';
import { readConfig } from '#server/platform/config/config.ts';

/** Starts a table server in this process with the app that was built into `appDir`. */
export async function serveBuild(
  appDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<TableServer & { readonly url: string }> {
  const read = readConfig({ PORT: '0', ...environment });
  if (!read.ok) throw new Error(read.errors.join('\n'));
  const options = {
    appDir: resolve(appDir),
    host: '127.0.0.1',
    print: () => {},
    logLevel: 'silent',
  } as const;
  const server = await createServer(read.config, options);
  return { ...server, url: `http://localhost:${server.port}` };
}
