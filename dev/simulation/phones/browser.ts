/** The part of a browser that its tabs share: locks, the channel between them, and which of them is to be seen. */
import type { TabBrowser } from '#client/tabs/browser-tabs.ts';
import type { Tab } from './tab.ts';
import type { Life, World } from '../world/world.ts';

interface Holder {
  readonly life: Life;
  /** Somebody stole the lock. */
  readonly lose: () => void;
}

interface Waiter {
  readonly life: Life;
  readonly grant: () => void;
}

interface Listener {
  readonly life: Life;
  readonly name: string;
  readonly receive: (data: unknown) => void;
}

export class Browser {
  private readonly held = new Map<string, Holder>();
  private readonly waiting = new Map<string, Waiter[]>();
  private readonly listeners = new Set<Listener>();
  private readonly seers = new Map<Tab, Set<() => void>>();
  private visible: Tab | undefined;

  constructor(
    private readonly world: World,
    private readonly hasLocks: boolean,
  ) {}

  /** The browser as one tab sees it, while it lives. */
  openedBy(life: Life, tab: Tab): TabBrowser {
    const request = (name: string, options: LockOptions, callback: (lock: Lock | null) => unknown) =>
      this.request(life, name, options, callback);
    return {
      locks: this.hasLocks ? { request: request as unknown as LockManager['request'] } : undefined,
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

  /** The diner looks at this tab. */
  show(tab: Tab): void {
    if (this.visible === tab) return;
    this.visible = tab;
    this.world.count('tabShown');
    for (const callback of this.seers.get(tab) ?? []) callback();
    tab.page?.wake.next();
  }

  private openChannel(listener: Listener): { post(data: unknown): void; close(): void } {
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
          this.world.count('toldAnotherTab');
          this.world.clock.after(1, () => {
            if (other.life.alive && this.listeners.has(other)) other.receive(copy);
          });
        }
      },
    };
  }

  private async request(
    life: Life,
    name: string,
    { ifAvailable = false, steal = false, signal }: LockOptions,
    callback: (lock: Lock | null) => unknown,
  ): Promise<unknown> {
    const isHeld = this.held.has(name);
    if (ifAvailable && isHeld) return await callback(null);
    if (steal) this.held.get(name)?.lose();
    else if (isHeld) await this.turn(life, name, signal ?? undefined);
    return await this.hold(life, name, callback);
  }

  /** Resolves when the lock is free and nobody was first. */
  private turn(life: Life, name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { life, grant: resolve };
      const line = this.waiting.get(name) ?? [];
      this.waiting.set(name, line);
      line.push(waiter);
      const leave = () => {
        if (line.includes(waiter)) line.splice(line.indexOf(waiter), 1);
      };
      life.onEnd(leave);
      signal?.addEventListener('abort', () => {
        leave();
        reject(new Error('aborted'));
      });
    });
  }

  private hold(life: Life, name: string, callback: (lock: Lock | null) => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const release = () => {
        forget();
        if (this.held.get(name) !== holder) return;
        this.held.delete(name);
        this.waiting.get(name)?.shift()?.grant();
      };
      const holder: Holder = {
        life,
        lose: () => {
          forget();
          this.held.delete(name);
          this.world.count('lockStolen');
          reject(new Error('stolen'));
        },
      };
      const forget = life.onEnd(release);
      this.held.set(name, holder);
      void Promise.resolve(callback({ name, mode: 'exclusive' })).then((value) => {
        if (!life.alive) return;
        release();
        resolve(value);
      }, reject);
    });
  }
}
