/** Words of the tools hub. */
export const hubMessages = {
  heading: 'Tools for your files',
  search: 'Search tools...',
  openTool: 'Open Tool',
  nothingFound: (text: string) => `No tool is called "${text}".`,
  comingSoonHeading: 'More Tools Coming Soon',
  comingSoon: 'Coming soon',
  notReadyYet: (label: string) => `${label} is not ready yet. It is the next thing we are building.`,
  audioEditor: 'Audio Editor',
  premium: 'Premium plans take larger files and larger batches.',
} as const
