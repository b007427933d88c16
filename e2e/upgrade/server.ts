/** A table server with the app in the folder `APP_DIR`. It prints only its log. */
import { createServer } from '#server/app.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { runProcess } from '#server/platform/lifecycle/exit.ts';

await runProcess(readConfig(process.env), async (config) => {
  const server = await createServer(config, { appDir: process.env['APP_DIR']!, print: () => {} });
  return { server, banner: '' };
});
