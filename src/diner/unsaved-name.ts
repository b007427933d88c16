import type { Member } from '#contract/calls/member.ts';
import { dinerState, updateDiner } from '#client/api/diner-state.ts';
import { localValue, storageKeys } from '#client/values/web-storage.ts';

/**
 * A name that the server does not have yet, because it was slow or could not be reached when the diner gave the name.
 * It is stored on the device with the member's id, and `watchUnsavedName` sends it.
 */

interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

/** The name that this member has given and the server does not have yet. */
export function readUnsavedName(memberId: string | undefined): Names | undefined {
  const stored = localValue.json(storageKeys.unsavedName) as Record<string, unknown> | null | undefined;
  if (!stored || memberId === undefined || stored['memberId'] !== memberId) return undefined;
  const { firstName, lastName } = stored;
  return typeof firstName === 'string' && typeof lastName === 'string' ? { firstName, lastName } : undefined;
}

/** Shows the name at once, and stores it on the device until the server has it. */
export function storeUnsavedName(member: Member, names: Names): void {
  localValue.set(storageKeys.unsavedName, JSON.stringify({ memberId: member.id, ...names }));
  updateDiner({ member: applyUnsavedName(member) });
}

/** Called when the server has saved or refused the name. */
export function dropUnsavedName(): void {
  localValue.set(storageKeys.unsavedName, undefined);
}

/** The member from the server with the name that the server does not have yet. */
export function applyUnsavedName(member: Member): Member {
  const names = readUnsavedName(member.id);
  return names ? { ...member, ...names, name: `${names.firstName} ${names.lastName}`.trim() } : member;
}

/** True if the server does not have the present diner's name yet. */
export function hasUnsavedName(): boolean {
  return readUnsavedName(dinerState.value.member?.id) !== undefined;
}
