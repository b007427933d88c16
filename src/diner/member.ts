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
import { bearer, request, type RequestOptions } from '#client/api/call/client.ts';
import { dinerState, updateDiner } from '#client/api/diner-state.ts';
import { isOurServer } from '#client/api/server-clock.ts';
import { dropUnsavedName, applyUnsavedName } from './unsaved-name.ts';

/** The registration under way, and at which merchant. */
let registering: { readonly merchantId: string; readonly member: Promise<Member> } | undefined;

/** Registers this browser as a guest of the merchant; a single shared call, cached after success (D17). */
export function ensureDiner(merchantId: string): Promise<Member> {
  const { member, merchantId: current, token } = dinerState.value;
  if (member && token && current === merchantId) return Promise.resolve(member);
  if (registering?.merchantId !== merchantId) {
    const running = { merchantId, member: register(merchantId) };
    registering = running;
    const forget = () => {
      if (registering === running) registering = undefined;
    };
    running.member.then(forget, forget);
  }
  return registering.member;
}

async function register(merchantId: string): Promise<Member> {
  // A token is good for one merchant: at another restaurant the diner is somebody new.
  if (dinerState.value.merchantId !== merchantId)
    updateDiner({ merchantId, token: undefined, member: undefined, table: undefined });
  const first = await fetchFirstToken(merchantId);
  const member = await requestGuest({ merchantId, ...first }).catch((error: unknown) => {
    if (!isUnanswered(error)) anonymous = undefined;
    throw error;
  });
  // The diner has gone to another restaurant meanwhile, where this guest is nobody.
  if (dinerState.value.merchantId !== merchantId) throw new ApiError({ kind: 'network', reason: 'aborted' });
  // The next guest of this phone, after a logout, is somebody else.
  anonymous = undefined;
  updateDiner({ member, token: member.token ?? dinerState.value.token });
  return member;
}

/** Rejects with an ApiError. */
export async function requestGuest(options: RequestOptions): Promise<Member> {
  const told = await request(registerGuest, options);
  if (told.id !== unknownId) return told;
  const { token = '' } = told;
  return { ...(await request(getMember, { ...options, headers: bearer(token) })), token };
}

/** Asked for once, however often the registration has to be tried. */
let anonymous: { readonly merchantId: string; readonly token: string } | undefined;

/**
 * CA0: a token comes first. Whoever has none registers with an anonymous one: if the answer is lost, the next
 * attempt finds the same guest. A server of the contract alone has none to give, and is not asked.
 */
async function fetchFirstToken(merchantId: string): Promise<Pick<RequestOptions, 'headers'>> {
  if (dinerState.value.token || !(await isOurServer())) return {};
  try {
    if (anonymous?.merchantId !== merchantId)
      anonymous = { merchantId, ...(await request(getAnonymousToken, { merchantId })) };
    return { headers: bearer(anonymous.token) };
  } catch (error) {
    if (isUnanswered(error)) throw error;
    return {};
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.failure.kind === 'network';
}

/** After a reload: who the kept token is. Rejects with an ApiError. */
export async function restoreMember(): Promise<Member> {
  const told = await request(getMember, {});
  const { member: known } = dinerState.value;
  const member = applyUnsavedName(known?.id === told.id ? fillFromKnown(told, known) : told);
  updateDiner({ member });
  return member;
}

/**
 * Ends this login on the server, so that no copy of its token is good any more. Asks with the token of this moment; a
 * server that cannot be reached, or knows nothing of logging out, changes nothing about who sits here.
 */
export async function endLogin(): Promise<void> {
  const { token } = dinerState.value;
  if (!token) return;
  await request(logout, { headers: bearer(token) }).catch((error: unknown) =>
    console.warn('the login could not be ended on the server', error),
  );
}

/** Saves what changed of a diner's own data, tidied. Rejects with an ApiError. */
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
    // D3: always the English code on the wire.
    languagePreference: 'en-US',
    // As the server had it; before it has said so, nobody knows it.
    ...(typeof status === 'number' && { status }),
  };
  const saved = await request(updateMember, { body });
  dropUnsavedName();
  const kept = fillFromKnown(
    { ...member, ...saved, id: member.id },
    { ...member, ...names, name: body.name, mail: body.mail, birthday },
  );
  updateDiner({ member: kept });
  return kept;
}

/** P5: a server need not say again what is known, or what it was told just now. */
function fillFromKnown(told: Member, known: Member): Member {
  const { firstName, lastName } = told.firstName === '' ? known : told;
  return {
    ...told,
    name: told.name || known.name,
    firstName,
    lastName,
    mail: told.mail || known.mail,
    phone: told.phone || known.phone,
    birthday: told.birthday ?? known.birthday,
    registrationState: Math.max(told.registrationState, known.registrationState),
  };
}
