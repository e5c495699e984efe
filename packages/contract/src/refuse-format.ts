/** Why a file of another format is refused: it is named by what it is, and by what its name claims if that differs. */
import { AppError } from './errors.ts'
import { type FileKind, type FormatId, formatIds, formats } from './formats.ts'

const nouns: Readonly<Record<FileKind, string>> = {
  image: 'image',
  video: 'video',
  audio: 'audio file',
  document: 'document',
  archive: 'archive',
  text: 'file',
}

/** Formats whose label and kind do not make a good phrase. */
const phrases: Readonly<Partial<Record<FormatId, string>>> = {
  html: 'an HTML page',
  txt: 'a text file',
  raw: 'a camera RAW photo',
  spreadsheet: 'a spreadsheet',
  presentation: 'a presentation',
  other: 'another kind of file',
}

/** Labels that are read with a vowel first, mostly letter by letter. */
const startsWithVowel = /^(?:[AEIO]|HTML|SVG|MP|MKV|FLV|RTF|SRT)/

function withArticle(words: string): string {
  return `${startsWithVowel.test(words) ? 'an' : 'a'} ${words}`
}

/** 'an HTML page', 'a PNG image'. */
function describeFormat(format: FormatId): string {
  const { label, kind } = formats[format]
  return phrases[format] ?? withArticle(`${label} ${nouns[kind]}`)
}

/** The format that the name claims; undefined if that agrees with the content, or without a known extension. */
function claimedFormat(fileName: string, format: FormatId): FormatId | undefined {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase()
  const hasExtension = (id: FormatId) => formats[id].extensions.some(known => known === extension)
  return hasExtension(format) ? undefined : formatIds.find(hasExtension)
}

/** Undefined if the format is accepted. */
export function refuseFormat(
  { fileName, format }: { readonly fileName: string; readonly format: FormatId },
  accepted: readonly FormatId[] | 'any',
): AppError | undefined {
  if (accepted === 'any' || accepted.includes(format)) return undefined
  if (format === 'playlist') return new AppError('playlist-given')
  const claimed = claimedFormat(fileName, format)
  if (claimed === undefined) return new AppError('unsupported-input', { format: formats[format].label })
  const { label } = formats[claimed]
  return new AppError('format-mismatch', { actual: describeFormat(format), claimed: withArticle(label) })
}
