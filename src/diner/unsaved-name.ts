import type { Member } from '#contract/calls/member.ts';
import { dinerState, updateDiner } from '#client/api/diner-state.ts';
import { localValue, storageKeys } from '#client/values/web-storage.ts';

interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

/** The names that this diner gave while the server could not be reached. */
export function readUnsavedName(memberId: string | undefined): Names | undefined {
  const kept = localValue.json(storageKeys.unsavedName) as Record<string, unknown> | null | undefined;
  if (!kept || memberId === undefined || kept['memberId'] !== memberId) return undefined;
  const { firstName, lastName } = kept;
  return typeof firstName === 'string' && typeof lastName === 'string' ? { firstName, lastName } : undefined;
}

/** Shows the names at once, and keeps them over a reload until the server has them. */
export function storeUnsavedName(member: Member, names: Names): void {
  localValue.set(storageKeys.unsavedName, JSON.stringify({ memberId: member.id, ...names }));
  updateDiner({ member: applyUnsavedName(member) });
}

/** The server has them, or will not have them. */
export function dropUnsavedName(): void {
  localValue.set(storageKeys.unsavedName, undefined);
}

/** A member as the server knows them, under the name that it has not heard yet. */
export function applyUnsavedName(member: Member): Member {
  const names = readUnsavedName(member.id);
  return names ? { ...member, ...names, name: `${names.firstName} ${names.lastName}`.trim() } : member;
}

/** Whether the diner of this phone has a name that only the phone knows. */
export function hasUnsavedName(): boolean {
  return readUnsavedName(dinerState.value.member?.id) !== undefined;
}
