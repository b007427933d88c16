import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServerUnderTest } from '#tests/server/server-under-test.ts';

const script = fileURLToPath(new URL('child-server.ts', import.meta.url));

/** A table server in a process of its own, on the folder of a closed server or on its database; answers once it listens. */
export async function startChild({
  config,
}: Pick<ServerUnderTest, 'config'>): Promise<{ child: ChildProcess; address: string }> {
  const { databaseUrl, dataDir } = config;
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) {
    const address = /^http:\S+/m.exec(String(chunk))?.[0];
    if (address) return { child, address };
  }
  throw new Error('the child ended before it listened');
}
