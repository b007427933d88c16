import { BehaviorSubject, Subject } from 'rxjs';
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { Incoming } from '#sync/ports/incoming.ts';
import type { TableGroup } from '../group/table-group.ts';
import type { Tabs } from './tabs.ts';

/**
 * The table's group as one tab sees it. The leader opens the real connection. The other tabs ask the leader to publish
 * for them, and receive the group's news from it as tab messages.
 */
export function createLeaderGroup(tabs: Tabs, open: () => TableGroup): TableGroup {
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
  const publish = async (messageType: MessageType, data: MessageData): Promise<boolean> => {
    const mine = group;
    if (!mine) {
      tabs.post({ kind: 'publish', messageType, data });
      return true;
    }
    if (await mine.publish(messageType, data)) return true;
    // If this tab lost the lead meanwhile, the new leader publishes the message.
    return group === mine ? false : await publish(messageType, data);
  };
  const forwarded = tabs.messages.subscribe((message) => {
    if (message.kind === 'publish' && group) void publish(message.messageType, message.data);
  });

  return {
    messages,
    connected,
    live,
    publish,
    async close() {
      leads.unsubscribe();
      forwarded.unsubscribe();
      await group?.close();
    },
  };
}
