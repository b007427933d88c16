/** D58: who of the restaurant may do what. */

/** What not everybody of the staff may do; each call says which of these it needs. */
export const staffRights = [
  /** Tables, orders and payments. */
  'service',
  'menu',
  /** Settings, tables and their codes, reports of diners. */
  'house',
  /** Who else works here, and what opens the restaurant's side: roles, PINs, tokens of systems. */
  'people',
  'numbers',
  'till',
] as const;
export type StaffRight = (typeof staffRights)[number];

export const staffRoles = ['owner', 'manager', 'waiter', 'kitchen'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The kitchen has its screen, sends rounds, says what is ready and what is sold out. */
export const rightsOfRole: Readonly<Record<StaffRole, readonly StaffRight[]>> = {
  owner: staffRights,
  manager: ['service', 'menu', 'house', 'numbers', 'till'],
  waiter: ['service'],
  kitchen: [],
};
