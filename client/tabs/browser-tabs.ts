/**
 * Elects the leader among the tabs of one log with a lock of the browser, without heartbeats.
 *
 *   visible tab ── steal the lock ──► leader ── another tab steals it ──► hidden tab, waits in line
 *   hidden tab ─── wait in line ────► leader   (when the leading tab is closed)
 *
 * The browser releases the lock of a closed tab. A tab that becomes visible steals it, because a hidden leader may be
 * frozen and would keep the others from sending.
 *
 * Tabs greet each other: `hello` when one opens, answered by `here`. A leader that has heard no other tab posts no news,
 * because most diners have one tab, and each message costs it as much as a small change.
 */
import { BehaviorSubject, Subject } from 'rxjs';
import type { LogKey } from '#sync/ports/storage.ts';
import type { TabMessage } from '#sync/ports/tab-message.ts';
import { getLogName } from '../storage/log-name.ts';
import { createLoneTab, type Tabs } from './tabs.ts';

/** A connection to all other tabs that opened a channel of the same name. */
export interface TabChannel {
  post(data: unknown): void;
  close(): void;
}

/** The browser features that are used here. Tests pass their own. */
export interface TabBrowser {
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openChannel: ((name: string, receive: (data: unknown) => void) => TabChannel) | undefined;
  isVisible(): boolean;
  /** Calls back each time the tab becomes visible. Returns a function that stops this. */
  whenVisible(callback: () => void): () => void;
}

type Greeting = { readonly kind: 'hello' } | { readonly kind: 'here' };

export function createBrowserTabs(log: LogKey, browser: TabBrowser): Tabs {
  if (!browser.locks || !browser.openChannel) return createLoneTab();
  const { locks } = browser;
  const name = `lazy-susan-cart-${getLogName(log)}`;
  const messages = new Subject<TabMessage>();
  let hasOthers = false;
  // The channel is limited to this origin, so only this app posts to it.
  const channel = browser.openChannel(name, (data) => {
    hasOthers = true;
    const message = data as TabMessage | Greeting;
    if (message.kind === 'hello') channel.post({ kind: 'here' } satisfies Greeting);
    else if (message.kind !== 'here') messages.next(message);
  });
  channel.post({ kind: 'hello' } satisfies Greeting);
  const leading = new BehaviorSubject(false);
  let isClosed = false;
  let release: () => void = () => {};
  let waiting: AbortController | undefined;

  /** Leads until `release` is called. */
  const hold = () =>
    new Promise<void>((resolve) => {
      if (isClosed) return resolve();
      release = resolve;
      leading.next(true);
    });

  const request = async (options: LockOptions) => {
    let isHeld = false;
    try {
      await locks.request(name, options, () => {
        isHeld = true;
        return hold();
      });
    } catch {
      // Another tab stole the lock, or the request was aborted.
    }
    if (isHeld) loseLead();
  };

  const waitForLead = async () => {
    if (isClosed || leading.value) return;
    waiting?.abort();
    waiting = new AbortController();
    await request({ signal: waiting.signal });
  };

  const stealLead = async () => {
    if (isClosed || leading.value) return;
    waiting?.abort();
    await request({ steal: true });
  };

  const loseLead = () => {
    if (!leading.value) return;
    leading.next(false);
    void waitForLead();
  };

  const stop = browser.whenVisible(() => void stealLead());
  void (browser.isVisible() ? stealLead() : waitForLead());

  return {
    leading,
    messages,
    post: (message) => {
      const isNews = message.kind === 'learnt' || message.kind === 'hint';
      const isAlone = leading.value && !hasOthers;
      if (!isClosed && !(isNews && isAlone)) channel.post(message);
    },
    close: () => {
      isClosed = true;
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
