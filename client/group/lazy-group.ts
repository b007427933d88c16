import { sleep } from '../environment/environment.ts';
import { BehaviorSubject, Subject } from 'rxjs';
import type { Incoming } from '#sync/ports/incoming.ts';
import type { TableGroup } from './table-group.ts';
import type { GroupOptions } from './reconnecting-group.ts';

/** A table group whose SDK is loaded after the first paint. It is not live until then. */
export function createLazyGroup(options: GroupOptions): TableGroup {
  const messages = new Subject<Incoming>();
  const connected = new Subject<void>();
  const live = new BehaviorSubject(false);
  let closed = false;

  const load = async (): Promise<TableGroup | undefined> => {
    while (!closed) {
      try {
        const { createReconnectingGroup } = await import('./reconnecting-group.ts');
        const group = createReconnectingGroup(options);
        group.messages.subscribe(messages);
        group.connected.subscribe(connected);
        group.live.subscribe(live);
        return group;
      } catch (error) {
        console.warn('table group: its code could not be loaded; trying again in 5 s', error);
        await sleep(options.env, 5_000);
      }
    }
    return undefined;
  };
  const loaded = load();

  return {
    messages,
    connected,
    live,
    publish: async (messageType, data) => (await (await loaded)?.publish(messageType, data)) ?? false,
    async close() {
      closed = true;
      await (await loaded)?.close();
    },
  };
}
