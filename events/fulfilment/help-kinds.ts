/** The reasons for which a table may call the staff. */
export const helpKinds = ['waiter', 'water', 'bill'] as const;
export type HelpKind = (typeof helpKinds)[number];
