import {
  getAnonymousToken,
  getMember,
  logout,
  registerGuest,
  unknownId,
  updateMember,
  type Member,
} from '#contract/calls/member.ts';
import { ApiError } from '#client/api/api-error.ts';
import { createBearerHeader, request, type RequestOptions } from '#client/api/call/request.ts';
import { dinerState, updateDiner } from '#client/api/diner-state.ts';
import { isEventServer } from '#client/api/server-clock.ts';
import { dropUnsavedName, applyUnsavedName } from './unsaved-name.ts';

/**
 * Registering, restoring and saving the diner of this phone. All calls update `dinerState`.
 *
 * Registration is a single shared call, however many components ask:
 *
 *   ensureDiner ─► anonymous token (our server only) ─► register guest ─► dinerState
 *
 * The anonymous token makes a retry safe: if an answer is lost, the next attempt finds the same guest.
 */

/** The registration in progress, and its merchant. */
let registering: { readonly merchantId: string; readonly member: Promise<Member> } | undefined;

/** Returns the diner at this merchant, and registers a guest if there is none. Rejects with an ApiError. */
export function ensureDiner(merchantId: string): Promise<Member> {
  const { member, merchantId: current, token } = dinerState.value;
  if (member && token && current === merchantId) return Promise.resolve(member);
  if (registering?.merchantId !== merchantId) {
    const running = { merchantId, member: register(merchantId) };
    registering = running;
    const clear = () => {
      if (registering === running) registering = undefined;
    };
    running.member.then(clear, clear);
  }
  return registering.member;
}

async function register(merchantId: string): Promise<Member> {
  // A token is valid at one merchant only, so the diner starts as a new guest at another one.
  if (dinerState.value.merchantId !== merchantId)
    updateDiner({ merchantId, token: undefined, member: undefined, table: undefined });
  const anonymousHeader = await fetchAnonymousHeader(merchantId);
  const member = await requestGuest({ merchantId, ...anonymousHeader }).catch((error: unknown) => {
    if (!isUnanswered(error)) anonymous = undefined;
    throw error;
  });
  // Meanwhile the diner has opened another restaurant, where this guest is not registered.
  if (dinerState.value.merchantId !== merchantId) throw new ApiError({ kind: 'network', reason: 'aborted' });
  // After a logout the phone must register another guest, so the anonymous token is used only once.
  anonymous = undefined;
  updateDiner({ member, token: member.token ?? dinerState.value.token });
  return member;
}

/** Registers a guest. If the answer contains only a token, loads the member with it. Rejects with an ApiError. */
export async function requestGuest(options: RequestOptions): Promise<Member> {
  const guest = await request(registerGuest, options);
  if (guest.id !== unknownId) return guest;
  const { token = '' } = guest;
  return { ...(await request(getMember, { ...options, headers: createBearerHeader(token) })), token };
}

/** The anonymous token, kept for all attempts of one registration. */
let anonymous: { readonly merchantId: string; readonly token: string } | undefined;

/** Returns the header with an anonymous token, or nothing if the diner has a token or the server gives none. */
async function fetchAnonymousHeader(merchantId: string): Promise<Pick<RequestOptions, 'headers'>> {
  if (dinerState.value.token || !(await isEventServer())) return {};
  try {
    if (anonymous?.merchantId !== merchantId)
      anonymous = { merchantId, ...(await request(getAnonymousToken, { merchantId })) };
    return { headers: createBearerHeader(anonymous.token) };
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return {};
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.failure.kind === 'network';
}

/** Loads the member of the stored token. A name that the server does not have yet stays. Rejects with an ApiError. */
export async function restoreMember(): Promise<Member> {
  const loaded = await request(getMember, {});
  const { member: known } = dinerState.value;
  const member = applyUnsavedName(known?.id === loaded.id ? fillFromKnown(loaded, known) : loaded);
  updateDiner({ member });
  return member;
}

/**
 * Invalidates this login's token on the server. Reads the token before the caller clears it. A failure is only logged,
 * because the phone forgets the diner in any case. Never rejects.
 */
export async function endLogin(): Promise<void> {
  const { token } = dinerState.value;
  if (!token) return;
  await request(logout, { headers: createBearerHeader(token) }).catch((error: unknown) =>
    console.warn('the login could not be ended on the server', error),
  );
}

/** Saves changed fields of the diner's own data, trimmed. Rejects with an ApiError. */
export async function saveMember(
  member: Member,
  change: Partial<Pick<Member, 'firstName' | 'lastName' | 'mail' | 'birthday'>>,
): Promise<Member> {
  const { firstName, lastName, mail, birthday, status } = { ...member, ...change };
  const names = { firstName: firstName.trim(), lastName: lastName.trim() };
  const body = {
    id: member.id,
    ...(member.phone && { phone: member.phone }),
    name: `${names.firstName} ${names.lastName}`.trim(),
    ...names,
    mail: mail.trim(),
    birthday,
    // The contract wants the English code, whatever language the diner uses (CA11).
    languagePreference: 'en-US',
    // Sent back unchanged. Unknown until the server has sent it once.
    ...(typeof status === 'number' && { status }),
  };
  const saved = await request(updateMember, { body });
  dropUnsavedName();
  const updated = fillFromKnown(
    { ...member, ...saved, id: member.id },
    { ...member, ...names, name: body.name, mail: body.mail, birthday },
  );
  updateDiner({ member: updated });
  return updated;
}

/** Fills empty fields of an answer. A server may omit fields that it sent before, or that the phone has just saved. */
function fillFromKnown(answer: Member, known: Member): Member {
  const { firstName, lastName } = answer.firstName === '' ? known : answer;
  return {
    ...answer,
    name: answer.name || known.name,
    firstName,
    lastName,
    mail: answer.mail || known.mail,
    phone: answer.phone || known.phone,
    birthday: answer.birthday ?? known.birthday,
    registrationState: Math.max(answer.registrationState, known.registrationState),
  };
}
