import { BehaviorSubject, Subject } from 'rxjs';
import type { LogKey } from '#sync/ports/storage.ts';
import type { TabMessage } from '#sync/ports/tab-message.ts';
import { getLogName } from '../storage/log-name.ts';
import { createLoneTab, type Tabs } from './tabs.ts';

/** Reaches every other tab that has opened the same name. */
export interface TabChannel {
  post(data: unknown): void;
  close(): void;
}

/** What is taken of the browser; a test brings its own. */
export interface TabBrowser {
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openChannel: ((name: string, receive: (data: unknown) => void) => TabChannel) | undefined;
  isVisible(): boolean;
  /** Calls back whenever the tab becomes visible; answers how to stop that. */
  whenVisible(callback: () => void): () => void;
}

/**
 * Who leads is settled by a lock, without heartbeats: a closed tab releases it, and a tab that becomes visible takes
 * it over, so that a frozen tab in the background never keeps the others from sending.
 */
export function createBrowserTabs(log: LogKey, browser: TabBrowser): Tabs {
  if (!browser.locks || !browser.openChannel) return createLoneTab();
  const { locks } = browser;
  const name = `lazy-susan-cart-${getLogName(log)}`;
  const messages = new Subject<TabMessage>();
  // Same origin, same program: what another tab says is one of our messages.
  const channel = browser.openChannel(name, (data) => messages.next(data as TabMessage));
  const leading = new BehaviorSubject(false);
  let closed = false;
  let release: () => void = () => {};
  let waiting: AbortController | undefined;

  const hold = () =>
    new Promise<void>((resolve) => {
      if (closed) return resolve();
      release = resolve;
      leading.next(true);
    });

  const request = async (options: LockOptions) => {
    let held = false;
    try {
      await locks.request(name, options, () => {
        held = true;
        return hold();
      });
    } catch {
      // Taken over by a tab that became visible, or no longer wanted.
    }
    if (held) lost();
  };

  // Waits in line for the lead, e.g. until the tab that has it is closed.
  const queue = async () => {
    if (closed || leading.value) return;
    waiting?.abort();
    waiting = new AbortController();
    await request({ signal: waiting.signal });
  };

  const takeOver = async () => {
    if (closed || leading.value) return;
    waiting?.abort();
    await request({ steal: true });
  };

  const lost = () => {
    if (!leading.value) return;
    leading.next(false);
    void queue();
  };

  const stop = browser.whenVisible(() => void takeOver());
  void (browser.isVisible() ? takeOver() : queue());

  return {
    leading,
    messages,
    post: (message) => {
      if (!closed) channel.post(message);
    },
    close: () => {
      closed = true;
      stop();
      waiting?.abort();
      release();
      channel.close();
      messages.complete();
    },
  };
}

/** The tabs of a real browser. */
export function createTabBrowser(): TabBrowser {
  return {
    locks: (navigator as Partial<Navigator>).locks,
    openChannel: typeof BroadcastChannel === 'undefined' ? undefined : openBroadcast,
    isVisible: () => document.visibilityState === 'visible',
    whenVisible: (callback) => {
      const listen = () => {
        if (document.visibilityState === 'visible') callback();
      };
      document.addEventListener('visibilitychange', listen);
      return () => document.removeEventListener('visibilitychange', listen);
    },
  };
}

function openBroadcast(name: string, receive: (data: unknown) => void): TabChannel {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', (event: MessageEvent<unknown>) => receive(event.data));
  return { post: (data) => channel.postMessage(data), close: () => channel.close() };
}
