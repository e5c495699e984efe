/** Why a file of another format is refused: it is named by what it is, and by what its name claims if that differs. */
import { AppError } from './errors.ts'
import { type FileKind, type FormatId, formatFacts, formatIds, formats } from './formats.ts'

const nouns: Readonly<Record<FileKind, string>> = {
  image: 'image',
  video: 'video',
  audio: 'audio file',
  document: 'document',
  archive: 'archive',
  text: 'file',
  spreadsheet: 'spreadsheet',
  presentation: 'presentation',
  drawing: 'drawing',
  book: 'e-book',
  subtitles: 'subtitle file',
  data: 'file',
  mail: 'file',
  font: 'font',
}

/** Formats whose label and kind do not make a good phrase. */
const phrases: Readonly<Partial<Record<FormatId, string>>> = {
  html: 'an HTML page',
  txt: 'a text file',
  raw: 'a camera RAW photo',
  other: 'another kind of file',
}

/** Labels that are read with a vowel first, mostly letter by letter. */
const startsWithVowel = /^(?:[AEIO]|HTML|SVG|MP|X|MKV|FLV|RTF|SRT)/

function withArticle(words: string): string {
  return `${startsWithVowel.test(words) ? 'an' : 'a'} ${words}`
}

/** 'an HTML page', 'a PNG image'. */
export function describeFormat(format: FormatId): string {
  const { label, kind } = formats[format]
  return phrases[format] ?? withArticle(`${label} ${nouns[kind]}`)
}

/**
 * The format of a file: its content decides, and between formats whose content looks alike the extension of its name.
 * Only formats in `accepted` are chosen by name, since a table is also text to an operation that takes only text.
 */
export function formatFor(
  { fileName, format }: { readonly fileName: string; readonly format: FormatId },
  accepted: readonly FormatId[] | 'any' = formatIds,
): FormatId {
  if (accepted === 'any') return format
  return accepted.find(id => looksLike(id, format) && hasExtensionOf(fileName, id)) ?? format
}

function looksLike(id: FormatId, format: FormatId): boolean {
  return formatFacts(id).looksLike?.includes(format) === true
}

function hasExtensionOf(fileName: string, format: FormatId): boolean {
  const name = fileName.toLowerCase()
  return formats[format].extensions.some(extension => name.endsWith(`.${extension}`))
}

/** The format that the name claims; undefined if that agrees with the content, or without a known extension. */
function claimedFormat(fileName: string, format: FormatId): FormatId | undefined {
  if (hasExtensionOf(fileName, format)) return undefined
  return formatIds.find(id => hasExtensionOf(fileName, id))
}

/** Undefined if the format is accepted. */
export function refuseFormat(
  { fileName, format: content }: { readonly fileName: string; readonly format: FormatId },
  accepted: readonly FormatId[] | 'any',
): AppError | undefined {
  if (accepted === 'any' || accepted.includes(formatFor({ fileName, format: content }, accepted)))
    return undefined
  const format = formatFor({ fileName, format: content })
  if (format === 'playlist') return new AppError('playlist-given')
  const claimed = claimedFormat(fileName, format)
  if (claimed === undefined) return new AppError('unsupported-input', { format: formats[format].label })
  const { label } = formats[claimed]
  return new AppError('format-mismatch', { actual: describeFormat(format), claimed: withArticle(label) })
}
