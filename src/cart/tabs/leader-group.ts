import { BehaviorSubject, Subject } from 'rxjs';
import type { Incoming, TableGroup } from '../realtime/table-group.ts';
import type { Tabs } from './tabs.ts';

/** The table group of a tab: the real one while it leads; otherwise what it has to say goes by the tab that does. */
export function leaderGroup(tabs: Tabs, open: () => TableGroup): TableGroup {
  const messages = new Subject<Incoming>();
  const connected = new Subject<void>();
  const live = new BehaviorSubject(false);
  let group: TableGroup | undefined;

  const leads = tabs.leading.subscribe((isLeading) => {
    if (isLeading && !group) {
      group = open();
      group.messages.subscribe((incoming) => messages.next(incoming));
      group.connected.subscribe(() => connected.next());
      group.live.subscribe((isLive) => live.next(isLive));
    } else if (!isLeading && group) {
      const old = group;
      group = undefined;
      live.next(false);
      void old.close();
    }
  });
  const forwarded = tabs.messages.subscribe((message) => {
    if (message.kind === 'publish') void group?.publish(message.messageType, message.data);
  });

  return {
    messages,
    connected,
    live,
    publish: async (messageType, data) => {
      if (group) return await group.publish(messageType, data);
      tabs.post({ kind: 'publish', messageType, data });
      return true;
    },
    async close() {
      leads.unsubscribe();
      forwarded.unsubscribe();
      await group?.close();
    },
  };
}
