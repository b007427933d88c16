import { randomUUID } from 'node:crypto';
import { registrationState } from '#contract/states.ts';

/** A guest, or with a phone number a member. */
export interface User {
  readonly id: string;
  readonly phone: string;
  firstName: string;
  lastName: string;
  mail: string;
  birthday: number | null;
}

const firstUserId = 50_001;

/** Everybody who was here, by the tokens that they were given. */
export class Users {
  private readonly tokens = new Map<string, User | undefined>();
  private readonly members = new Map<string, User>();
  private readonly all = new Map<string, User>();

  isToken(token: string): boolean {
    return this.tokens.has(token);
  }

  /** undefined: an anonymous token. */
  ofToken(token: string): User | undefined {
    return this.tokens.get(token);
  }

  /** A token for a user, or for nobody yet. */
  issue(user: User | undefined): string {
    const token = randomUUID();
    this.tokens.set(token, user);
    return token;
  }

  find(id: string): User | undefined {
    return this.all.get(id);
  }

  newGuest(): User {
    return this.newUser('');
  }

  /** The merchant's member with this phone, made if need be. */
  member(merchantId: string, phone: string): User {
    const key = `${merchantId}/${phone}`;
    const member = this.members.get(key) ?? this.newUser(phone);
    this.members.set(key, member);
    return member;
  }

  private newUser(phone: string): User {
    const id = String(firstUserId + this.all.size);
    const user = { id, phone, firstName: '', lastName: '', mail: '', birthday: null };
    this.all.set(id, user);
    return user;
  }
}

export function isMember(user: User): boolean {
  return user.phone !== '';
}

/** A user in the contract's words; `token` in the answers that issue one. */
export function memberAnswer(user: User, token?: string) {
  return {
    ...user,
    ...(token !== undefined && { token }),
    name: nameOf(user),
    languagePreference: 'en-US',
    registrationState: isMember(user) ? registrationState.registered : registrationState.unregistered,
    availableUserCouponCount: 0,
  };
}

export function nameOf({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
