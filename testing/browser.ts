import type { TabBrowser, TabChannel } from '#client/tabs/browser-tabs.ts';

interface Request {
  readonly callback: (lock: Lock | null) => unknown;
  readonly settle: (result: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/** The locks of a browser that no other tab shares. */
export const testLocks = () => new TestBrowser().tab(true).locks;

/** Locks (with stealing and waiting in line) and channels as a browser has them, for tabs in one process. */
export class TestBrowser {
  private readonly holders = new Map<string, Request>();
  private readonly lines = new Map<string, Request[]>();
  private readonly channels = new Map<string, Set<(data: unknown) => void>>();

  /** One tab; `show` makes it the visible one. */
  tab(visible: boolean): TabBrowser & { show(): void } {
    const callbacks = new Set<() => void>();
    return {
      locks: { request: this.request.bind(this) as unknown as LockManager['request'] },
      openChannel: (name, receive) => this.open(name, receive),
      isVisible: () => visible,
      whenVisible: (callback) => {
        callbacks.add(callback);
        return () => callbacks.delete(callback);
      },
      show: () => callbacks.forEach((callback) => callback()),
    };
  }

  private request(name: string, options: LockOptions, callback: Request['callback']): Promise<unknown> {
    return new Promise((settle, fail) => {
      const request: Request = { callback, settle, fail };
      const holder = this.holders.get(name);
      if (options.ifAvailable && holder) return settle(callback(null));
      if (options.steal && holder) {
        this.holders.delete(name);
        holder.fail(new DOMException('stolen', 'AbortError'));
      }
      if (!this.holders.has(name)) return this.grant(name, request);
      const line = this.lines.get(name) ?? [];
      this.lines.set(name, line);
      line.push(request);
      options.signal?.addEventListener('abort', () => {
        const index = line.indexOf(request);
        if (index < 0) return;
        line.splice(index, 1);
        fail(new DOMException('aborted', 'AbortError'));
      });
    });
  }

  private grant(name: string, request: Request): void {
    this.holders.set(name, request);
    void Promise.resolve(request.callback({ name, mode: 'exclusive' }))
      .then(request.settle, request.fail)
      .then(() => {
        if (this.holders.get(name) !== request) return;
        this.holders.delete(name);
        const next = this.lines.get(name)?.shift();
        if (next) this.grant(name, next);
      });
  }

  private open(name: string, receive: (data: unknown) => void): TabChannel {
    const members = this.channels.get(name) ?? new Set();
    this.channels.set(name, members);
    members.add(receive);
    return {
      post: (message) => {
        const data: unknown = JSON.parse(JSON.stringify(message));
        for (const member of members) if (member !== receive) queueMicrotask(() => member(data));
      },
      close: () => members.delete(receive),
    };
  }
}
