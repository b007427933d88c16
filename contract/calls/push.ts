/** Notifications on the phones of the staff, by Web Push. A person chooses the kinds for each of their devices. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { id, text } from '../fields.ts';

/** New orders, calls of tables, payments. */
export const pushKinds = ['orders', 'calls', 'payments'] as const;
export type PushKind = (typeof pushKinds)[number];

/** The longest address that a browser's push service gives. */
const endpoint = text(1_000);

const choiceSchema = z.object({
  kinds: z.array(z.enum(pushKinds)).check(z.maxLength(pushKinds.length)),
  /** Only orders with a dish of this station; null: all orders. */
  station: z.nullable(id),
});
export type PushChoice = z.infer<typeof choiceSchema>;

const setUpSchema = z.object({
  /** The public key for which a browser subscribes; null if the server lacks a SECRET_KEY. */
  key: z.nullable(z.string()),
  /** What the person may choose. */
  kinds: z.array(z.enum(pushKinds)),
  stations: z.array(z.object({ id, name: z.string() })),
});
export type PushSetUp = z.infer<typeof setUpSchema>;

export const getPush = call('GET /api/staff/push', { data: setUpSchema });

/** What a device is notified of. */
const deviceSchema = z.object({
  /** null if it has no subscription of this person. */
  choice: z.nullable(choiceSchema),
  /** Why the last notification did not arrive, in the words of the push service. */
  problem: z.nullable(z.string()),
});
export type PushDevice = z.infer<typeof deviceSchema>;

/** The subscription cannot be stored. */
export const pushRefused = 4121;
export const pushRefusals = ['lacksKey', 'notPublic', 'tooMany'] as const;

/** Notifies this device until the person logs out. */
export const turnOnPush = call('POST /api/staff/push', {
  body: z.object({
    endpoint,
    keys: z.object({ p256dh: text(200), auth: text(100) }),
    ...choiceSchema.shape,
  }),
  data: deviceSchema,
});

/**
 * Goes on after another login on the same device. If the subscription belongs to another person, the server
 * ends it and answers `choice: null`. The device should then unsubscribe.
 */
export const renewPush = call('POST /api/staff/push/renew', {
  body: z.object({ endpoint }),
  data: deviceSchema,
});

export const turnOffPush = call('POST /api/staff/push/off', {
  body: z.object({ endpoint }),
  data: z.object({ off: z.boolean() }),
});

/** What the service worker gets. It names no guest. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly language: string;
  /** The view of the counter that a tap opens. */
  readonly view: string;
  /** A repeated notification replaces the one with the same tag. */
  readonly tag: string;
}
