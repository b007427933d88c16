/** Pages that any server hands out as they are. */
export const legalPages = { terms: '/terms.html', privacy: '/privacy.html' } as const;
