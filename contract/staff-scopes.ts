/** What a token of a restaurant's own system may be good for (CX12); each call of the staff says which one it needs. */
export const staffScopes = ['readOrders', 'soldOut', 'settle'] as const;
export type StaffScope = (typeof staffScopes)[number];
