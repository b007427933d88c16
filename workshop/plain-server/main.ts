import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { runCommand } from './commands.ts';
import { listen } from './http/http.ts';
import { longId } from './wire/loose.ts';
import { plainSwitches } from './switches/switches.ts';
import { setSwitch } from './switches/switch-text.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    host: { type: 'string', default: '127.0.0.1' },
    'web-pubsub': { type: 'string' },
    /** Where the phone app is served; the link of a table leads there. */
    app: { type: 'string', default: '' },
    switch: { type: 'string', multiple: true, default: [] },
  },
});

const switches = plainSwitches();
for (const text of values.switch) {
  const wrong = setSwitch(switches, text);
  if (wrong) {
    console.error(wrong);
    process.exit(1);
  }
}

const webPubSub = values['web-pubsub'];
const { address, restaurant } = await listen({
  port: Number(values.port),
  host: values.host,
  switches,
  onError: (error) => console.error(error),
  ...(webPubSub ? { webPubSub } : {}),
});

const written = (id: string): string => (switches.ids === 'long' ? longId(id) : id);
const { merchantId, tables } = restaurant.signs;
console.log(`Restaurant: ${address}`);
for (const table of tables) {
  const link = `${values.app}/m/${written(merchantId)}/q/${written(table.qrcodeId)}`;
  console.log(`Table ${table.id} (${table.name}): ${link}`);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  console.log(runCommand(restaurant, line));
});
