/** What each role of the staff may do. */

/** Rights that not every staff member has. Each call names the one that it needs. */
export const staffRights = [
  /** Tables, orders and payments. */
  'service',
  'menu',
  /** Settings, tables and their codes, problem reports. */
  'house',
  /** People, their roles and PINs, and the tokens of systems. */
  'people',
  'numbers',
  'till',
  /** Printers and kitchen stations. */
  'printers',
  /** The keys of other companies' services. */
  'connections',
  /** The chain and its branches. */
  'chain',
] as const;
export type StaffRight = (typeof staffRights)[number];

export const staffRoles = ['owner', 'manager', 'waiter', 'kitchen'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The kitchen uses its screen, sends rounds, and marks dishes as ready or sold out. */
export const rightsOfRole: Readonly<Record<StaffRole, readonly StaffRight[]>> = {
  owner: staffRights,
  manager: ['service', 'menu', 'house', 'numbers', 'till', 'printers'],
  waiter: ['service'],
  kitchen: [],
};

/** How many digits a PIN has. */
export const pinDigits = { least: 4, most: 6 } as const;
