/** The people who work at the restaurant, with roles and PINs, and how they and their devices log in. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { id, text, time } from '../fields.ts';
import { pinDigits, staffRoles } from '../staff-rights.ts';
import { staffIdentitySchema, typedName } from './staff.ts';

/** An access code as typed: letters and digits, with or without separators. */
export const accessCode = text(40);

export const pinSchema = z.string().check(
  z.regex(new RegExp(`^\\d{${pinDigits.least},${pinDigits.most}}$`), 'must be 4 to 6 digits'),
  z.refine((pin) => !isEasyPin(pin), 'is one of those that everybody tries first'),
);

/** Whether a PIN is like 1111, 1234 or 4321. */
export function isEasyPin(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, index) => Number(digit) - Number(pin[index])));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0]!);
}

export const personName = typedName.check(z.refine((name) => name.trim() !== '', 'must not be empty'));

const personSchema = z.object({
  id,
  name: z.string(),
  role: z.enum(staffRoles),
  createdAt: time,
  /** Until then, some devices refuse this person's PINs after too many wrong ones. */
  shutOutUntil: z.optional(time),
  /** The person was removed and then restored, and needs a new PIN to log in. */
  needsPin: z.optional(z.literal(true)),
});
export type Person = z.infer<typeof personSchema>;

/** The name is already used, or the person is the last owner. */
export const personRefused = 4095;
export const personRefusals = ['nameTaken', 'lastOwner', 'tooMany'] as const;
export type PersonRefusal = (typeof personRefusals)[number];

export const listPeople = call('GET /api/staff/people', {
  data: z.object({ people: z.array(personSchema) }),
  right: 'people',
});

export const addPerson = call('POST /api/staff/people/add', {
  body: z.object({ name: personName, role: z.enum(staffRoles), pin: pinSchema }),
  data: z.object({ person: personSchema }),
  right: 'people',
});

/** A new PIN ends all sessions of this person. */
export const changePerson = call('POST /api/staff/people/change', {
  body: z.object({
    id,
    name: z.optional(personName),
    role: z.optional(z.enum(staffRoles)),
    pin: z.optional(pinSchema),
  }),
  data: z.object({ person: personSchema }),
  right: 'people',
});

/** Lets devices accept this person's PIN again. The server's log records who did it. */
export const freePin = call('POST /api/staff/people/free', {
  body: z.object({ id }),
  data: z.object({ freed: z.boolean() }),
  right: 'people',
});

/** Removes a person and ends their sessions. Their earlier acts keep their name. */
export const removePerson = call('POST /api/staff/people/remove', {
  body: z.object({ id }),
  data: z.object({ removed: z.boolean() }),
  right: 'people',
});

/** Returns how this device can log in. An unknown device receives no names. */
export const staffDoor = call('GET /api/staff/login', {
  query: z.object({ merchantId: id }),
  data: z.object({
    /** The device has been logged in before, so a PIN is enough. */
    isKnown: z.boolean(),
    people: z.array(z.object({ id, name: z.string() })),
    /** There is a password of the restaurant or of the installation. */
    takesPassword: z.boolean(),
  }),
});

/** Too many wrong PINs of one person on this device. It refuses their PINs for a while. */
export const pinSpent = 4096;

export const loginWithPin = call('POST /api/staff/login/pin', {
  body: z.object({ merchantId: id, personId: id, pin: text(pinDigits.most) }),
  data: staffIdentitySchema,
});

/** Creates a code that makes another device known. It is valid once, for ten minutes. */
export const makeDeviceCode = call('POST /api/staff/device/code', {
  data: z.object({ code: z.string(), until: time }),
  // Every device that it lets in has its own number of attempts at all PINs.
  right: 'people',
});

/** Makes this device known with such a code. An admin's code also logs in as the owner. */
export const knowDevice = call('POST /api/staff/login/device', {
  body: z.object({ code: accessCode }),
  data: z.object({ merchantId: id }),
  timeout: 'commit',
});
