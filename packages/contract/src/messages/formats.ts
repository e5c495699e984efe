/** Texts of the page of formats. */

const formatCount = (count: number) => (count === 1 ? '1 format' : `${count} formats`)

export const formatsMessages = {
  heading: 'Supported formats',
  lead: (inputs: number, outputs: number, pairs: number) =>
    `${inputs} formats can be read and ${outputs} written, in ${pairs.toLocaleString('en')} combinations. A file is recognized by its content; only kinds of text, such as CSV and Markdown, by the extension of its name.`,
  search: 'Type a format or extension, for example heic or docx to pdf',
  clearSearch: 'Clear search',
  filter: 'Show',
  filters: { all: 'Everything', from: 'Convert from', to: 'Convert to' },
  found: formatCount,
  nothingFound: (text: string) => `No format matches "${text}".`,
  nothingFoundHint: 'Try its extension, such as jpg, or drop the file on the home page: it says what it is.',
  missing: 'Not available on this server right now:',
  becomes: (label: string) => `${label} can become`,
  madeFrom: (label: string) => `${label} can be made from`,
  onlyRead: 'Read only',
  onlyWritten: 'Written only',
  extensions: (names: readonly string[]) => names.map(name => `.${name}`).join(' '),
  pairFound: (from: string, to: string) => `Yes: ${from} can be converted to ${to}.`,
  pairMissing: (from: string, to: string) => `${from} cannot be converted to ${to}.`,
  open: 'Open the converter',
  loading: 'Loading formats...',
  loadFailed: 'The formats could not be loaded.',
} as const
