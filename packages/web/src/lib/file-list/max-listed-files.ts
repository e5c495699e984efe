/** How many files a list holds: as many as one request may name. */
export const maxListedFiles = 10_000
