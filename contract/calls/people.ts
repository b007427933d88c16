/** Who works at the restaurant, with a role and a PIN each (CX26), and how they and their devices get in. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { id, text, time } from '../fields.ts';
import { staffRoles } from '../staff-rights.ts';
import { staffIdentitySchema, typedName } from './staff.ts';

/** However it is typed: of letters and digits, in groups or not. */
export const accessCode = text(40);

/** The least and the most digits of a PIN. */
export const pinDigits = { least: 4, most: 6 } as const;

export const pinSchema = z.string().check(
  z.regex(new RegExp(`^\\d{${pinDigits.least},${pinDigits.most}}$`), 'must be 4 to 6 digits'),
  z.refine((pin) => !isEasyPin(pin), 'is one of those that everybody tries first'),
);

/** 1111, 1234, 4321 and their like. */
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
  /** D59: a device takes none of their PINs until then, for too many were wrong there. */
  shutOutUntil: z.optional(time),
  /** They are back since somebody took their removal back (CX35), and get in once they are given a PIN. */
  needsPin: z.optional(z.literal(true)),
});
export type Person = z.infer<typeof personSchema>;

/** Somebody of that name is there already, or they are the last owner. */
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

/** A new PIN ends every session of theirs. */
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

/** D59: their PIN is looked at again on every device that is known. Who did it stands in the server's log. */
export const freePin = call('POST /api/staff/people/free', {
  body: z.object({ id }),
  data: z.object({ freed: z.boolean() }),
  right: 'people',
});

/** Ends every session of theirs; what they did stays signed with their name. */
export const removePerson = call('POST /api/staff/people/remove', {
  body: z.object({ id }),
  data: z.object({ removed: z.boolean() }),
  right: 'people',
});

/** How somebody may get in with this device; a strange one hears no names. */
export const staffDoor = call('GET /api/staff/login', {
  query: z.object({ merchantId: id }),
  data: z.object({
    /** It was logged in before (CX13): a PIN is enough. */
    isKnown: z.boolean(),
    people: z.array(z.object({ id, name: z.string() })),
    /** There is a password of the restaurant or of the installation. */
    takesPassword: z.boolean(),
  }),
});

/** Too many wrong PINs of one person on one device: it takes none of theirs for a while. */
export const pinSpent = 4096;

export const loginWithPin = call('POST /api/staff/login/pin', {
  body: z.object({ merchantId: id, personId: id, pin: text(pinDigits.most) }),
  data: staffIdentitySchema,
});

/** A code that lets another device be known; it is good once, for ten minutes. */
export const makeDeviceCode = call('POST /api/staff/device/code', {
  data: z.object({ code: z.string(), until: time }),
  // Each device that it lets in has tries of its own at everybody's PIN (D59).
  right: 'people',
});

/** Makes this device known by such a code, or by the operator's, which logs in as the owner as well (CX28). */
export const knowDevice = call('POST /api/staff/login/device', {
  body: z.object({ code: accessCode }),
  data: z.object({ merchantId: id }),
  timeout: 'commit',
});
