/** Static pages that are served next to the app. */
export const legalPages = { terms: '/terms.html', privacy: '/privacy.html' } as const;
