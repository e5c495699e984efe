/** The tab "Any file" of the home page, which is loaded when it is opened. */
export const anyFileTab = {
  id: 'any',
  label: 'Any file',
  /** Unfinished work is stored under this key. */
  toolId: 'any-file',
  /** The home page with this tab. */
  path: '/?tab=any',
} as const
