/** Searches formats by name or extension, and pairs such as "docx to pdf". */
import type { FormatList, ListedFormat, ListedPair } from '@filesmith/contract/schemas/format-list'

export const formatFilters = ['all', 'from', 'to'] as const
export type FormatFilter = (typeof formatFilters)[number]

export function searchFormats({ formats }: FormatList, text: string, filter: FormatFilter): ListedFormat[] {
  const word = normalize(text)
  return formats
    .filter(({ isInput, isOutput }) => (filter === 'from' ? isInput : filter === 'to' ? isOutput : true))
    .filter(format => namesOf(format).some(name => name.includes(word)))
}

type FoundPair =
  | { readonly from: ListedFormat; readonly to: ListedFormat; readonly pair: ListedPair | undefined }
  | undefined

/** The pair that a text such as "heic to jpg" asks for. */
export function findAskedPair({ formats, pairs }: FormatList, text: string): FoundPair {
  const [, first, second] = /^(.+?)\s+(?:to|in|as|into|->|→|2)\s+(.+)$/i.exec(text.trim()) ?? []
  const from = formatNamed(formats, first)
  const to = formatNamed(formats, second)
  if (!from || !to) return undefined
  return { from, to, pair: pairs.find(pair => pair.from === from.id && pair.to === to.id) }
}

function formatNamed(formats: readonly ListedFormat[], name = ''): ListedFormat | undefined {
  const word = normalize(name)
  return formats.find(format => format.id === word) ?? formats.find(format => namesOf(format).includes(word))
}

function namesOf({ id, label, extensions }: ListedFormat): string[] {
  return [id, label.toLowerCase(), ...extensions]
}

function normalize(text: string): string {
  return text.trim().toLowerCase().replace(/^\./, '')
}
