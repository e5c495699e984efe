/** Texts of the pages of single conversions. */
export const pairMessages = {
  heading: (from: string, to: string) => `Convert ${from} to ${to}`,
  lead: (from: string, to: string) =>
    `Drop one or more ${from} files: each becomes ${to}. Files of other formats work, too: each is recognized when you drop it.`,
  kept: 'What is kept',
  lost: 'What is lost or changes',
  limits: 'Limits',
  fileSize: 'One file',
  severalFiles: 'Several files at once',
  related: 'Related conversions',
  reverse: 'The other way around',
  others: (from: string) => `More from ${from}`,
  sources: (to: string) => `More to ${to}`,
  allFormats: 'All formats',
  extensions: (names: string) => `Files end in ${names}.`,
} as const
