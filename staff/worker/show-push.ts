/** Shows the notifications of the server, and opens the page that a tap asks for. */
import type { PushMessage } from '#contract/calls/push.ts';
import { languageCodes } from '#contract/http/headers.ts';
import { counterViews, createStaffLinks } from '../routes.ts';

interface Page {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/** The part of a worker's global scope that is used here. The types of a page do not have it. */
export interface PushScope {
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly location: { readonly origin: string };
}

/** @param text the message of the server; undefined for a push without one */
export async function showPush({ registration }: PushScope, text: string | undefined): Promise<void> {
  const message = readMessage(text);
  // Browsers demand a notification for each push.
  if (!message) return await registration.showNotification('Lazy Susan', { icon });
  const { title, body, language, view, tag } = message;
  await registration.showNotification(title, {
    body,
    lang: language,
    tag,
    icon,
    data: createPath(language, view),
  });
}

const icon = '/icons/192.png';

/** The schema of the message is left out, because its library would double the size of the worker. */
function readMessage(text: string | undefined): PushMessage | undefined {
  try {
    const { title, body, language, view, tag } = JSON.parse(text ?? '') as Record<string, unknown>;
    const all = { title, body, language, view, tag };
    return Object.values(all).every((each) => typeof each === 'string') ? (all as PushMessage) : undefined;
  } catch {
    return undefined;
  }
}

function createPath(language: string, view: string): string {
  const links = createStaffLinks(languageCodes.find((code) => code === language) ?? languageCodes[0]);
  const known = counterViews.find((each) => each === view);
  return known ? links.view(known) : links.counter;
}

/** Shows the page in an open window of the app, or in a new one. @param path undefined: the app's first page */
export async function openPush({ clients, location }: PushScope, path: unknown): Promise<void> {
  const target = typeof path === 'string' ? path : '/staff';
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname.split('/').includes('staff'));
  if (!open) {
    await clients.openWindow(target);
    return;
  }
  await open.focus();
  await open.navigate(new URL(target, location.origin).href);
}
