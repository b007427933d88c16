import type { TabBrowser, TabChannel } from '#client/tabs/browser-tabs.ts';

/** The life of a tab. When it ends, its locks and channels end with it. */
interface TabLife {
  readonly alive: boolean;
  /** Returns a function that removes the callback. */
  onEnd(end: () => void): () => void;
}

interface BrowserOptions {
  readonly hasLocks?: boolean;
  /** Decides when a message reaches another tab. Default: in the next microtask. */
  readonly deliver?: (work: () => void) => void;
  readonly count?: (what: 'tabShown' | 'toldAnotherTab' | 'lockStolen') => void;
}

interface Holder {
  /** Another tab steals the lock. */
  readonly lose: () => void;
}

interface Listener {
  readonly life: TabLife;
  readonly name: string;
  readonly receive: (data: unknown) => void;
}

const endless: TabLife = { alive: true, onEnd: () => () => {} };

/** The locks of a browser with one tab. */
export const createTestLocks = () => new TestBrowser().tab(true).locks;

/**
 * The shared parts of a browser with several tabs: locks (with stealing and queueing), channels, and the visible tab.
 * Until the test shows a tab, every tab is visible.
 */
export class TestBrowser {
  private readonly held = new Map<string, Holder>();
  private readonly waiting = new Map<string, (() => void)[]>();
  private readonly listeners = new Set<Listener>();
  private readonly seers = new Map<object, Set<() => void>>();
  private visible: object | undefined;

  constructor(private readonly options: BrowserOptions = {}) {}

  /** A tab that stays open. */
  tab(isVisible: boolean): TabBrowser & { show(): void } {
    const tab = {};
    if (isVisible) this.visible = tab;
    else this.visible ??= {};
    return { ...this.openedBy(tab), show: () => void this.show(tab) };
  }

  /** The browser as one tab sees it. */
  openedBy(tab: object, life = endless): TabBrowser {
    const request = (name: string, options: LockOptions, callback: (lock: Lock | null) => unknown) =>
      this.request(life, name, options, callback);
    return {
      locks:
        this.options.hasLocks === false
          ? undefined
          : { request: request as unknown as LockManager['request'] },
      openChannel: (name, receive) => this.openChannel({ life, name, receive }),
      isVisible: () => this.visible === undefined || this.visible === tab,
      whenVisible: (callback) => {
        const callbacks = this.seers.get(tab) ?? new Set();
        this.seers.set(tab, callbacks);
        callbacks.add(callback);
        life.onEnd(() => callbacks.delete(callback));
        return () => callbacks.delete(callback);
      },
    };
  }

  /** Makes the tab visible. Returns false if it was visible before. */
  show(tab: object): boolean {
    if (this.visible === tab) return false;
    this.visible = tab;
    this.options.count?.('tabShown');
    for (const callback of this.seers.get(tab) ?? []) callback();
    return true;
  }

  private openChannel(listener: Listener): TabChannel {
    const { deliver = queueMicrotask, count } = this.options;
    this.listeners.add(listener);
    const close = () => void this.listeners.delete(listener);
    listener.life.onEnd(close);
    return {
      close,
      post: (data) => {
        if (!listener.life.alive) return;
        const copy: unknown = JSON.parse(JSON.stringify(data));
        for (const other of this.listeners) {
          if (other === listener || other.name !== listener.name) continue;
          count?.('toldAnotherTab');
          deliver(() => {
            if (other.life.alive && this.listeners.has(other)) other.receive(copy);
          });
        }
      },
    };
  }

  private async request(
    life: TabLife,
    name: string,
    { ifAvailable = false, steal = false, signal }: LockOptions,
    callback: (lock: Lock | null) => unknown,
  ): Promise<unknown> {
    const isHeld = this.held.has(name);
    if (ifAvailable && isHeld) return await callback(null);
    if (steal) this.held.get(name)?.lose();
    else if (isHeld) await this.waitInLine(life, name, signal ?? undefined);
    return await this.hold(life, name, callback);
  }

  private waitInLine(life: TabLife, name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.waiting.get(name) ?? [];
      this.waiting.set(name, line);
      line.push(resolve);
      const leave = () => {
        if (line.includes(resolve)) line.splice(line.indexOf(resolve), 1);
      };
      life.onEnd(leave);
      signal?.addEventListener('abort', () => {
        leave();
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  }

  private hold(life: TabLife, name: string, callback: (lock: Lock | null) => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const release = () => {
        forget();
        if (this.held.get(name) !== holder) return;
        this.held.delete(name);
        this.waiting.get(name)?.shift()?.();
      };
      const holder: Holder = {
        lose: () => {
          forget();
          this.held.delete(name);
          this.options.count?.('lockStolen');
          reject(new DOMException('stolen', 'AbortError'));
        },
      };
      const forget = life.onEnd(release);
      this.held.set(name, holder);
      const settle = (end: (outcome: unknown) => void) => (outcome: unknown) => {
        if (!life.alive) return;
        release();
        end(outcome);
      };
      void Promise.resolve(callback({ name, mode: 'exclusive' })).then(settle(resolve), settle(reject));
    });
  }
}
