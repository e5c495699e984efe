/** Pages that links lead to and that are still being written; whoever brings one takes its line away. */
export const unwrittenPages: readonly string[] = ['/help', '/about', '/contact', '/terms', '/privacy']
