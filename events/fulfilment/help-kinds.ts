/** What a table may call somebody for. */
export const helpKinds = ['waiter', 'water', 'bill'] as const;
export type HelpKind = (typeof helpKinds)[number];
