/** The service worker of the restaurant's app. It keeps the code and shows notifications; `offline-store.ts` keeps the data. */
import { runAppWorker } from '#client/worker/run-app-worker.ts';
import { isStaffPage } from '../routes.ts';
import { openPush, showPush, type PushScope } from './show-push.ts';

interface PushEvent {
  readonly data: { text(): string } | null;
  waitUntil(work: Promise<unknown>): void;
}

interface ClickEvent extends Omit<PushEvent, 'data'> {
  readonly notification: { readonly data: unknown; close(): void };
}

/** The types of a page do not have the worker's global scope. */
declare const self: PushScope & {
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
};

runAppWorker(isStaffPage);

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data?.text())));

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openPush(self, notification.data));
});
