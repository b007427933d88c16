/** A table server with the phone of the folder `APP_DIR`; it says what it logs, and nothing else. */
import { createServer } from '#server/app.ts';
import { readConfig } from '#server/platform/process/config.ts';
import { runProcess } from '#server/platform/process/exit.ts';

await runProcess(readConfig(process.env), async (config) => {
  const server = await createServer(config, { appDir: process.env['APP_DIR']!, print: () => {} });
  return { server, says: '' };
});
