import { createServer } from './app.ts';
import { formatBanner } from './platform/lifecycle/banner.ts';
import { readConfig } from './platform/config/config.ts';
import { runProcess } from './platform/lifecycle/exit.ts';

await runProcess(readConfig(process.env), async (config) => {
  const server = await createServer(config);
  const facts = {
    port: server.port,
    tls: config.tls !== undefined,
    publicUrl: config.publicUrl,
    hasDemo: config.demo,
    hasInbox: config.hasInbox,
    sendsTexts: config.smsWebhook !== undefined,
    staffPassword: config.demo && config.staffPassword === undefined ? server.staffPassword : undefined,
    setUpCode: server.setUpCode,
  };
  return { server, banner: `${formatBanner(facts)}\n` };
});
