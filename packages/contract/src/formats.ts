/**
 * All known file formats. A format is one entry here: label, kind, MIME type, extensions, how it is recognized, whether it
 * can be an output and what it can hold. Operations, file pickers, sniffing, downloads and help texts are derived from it;
 * the engines name the formats they read and write.
 */

import { packedFormats } from './formats/archives.ts'
import { audioFormats } from './formats/audio.ts'
import { dataFormats } from './formats/data.ts'
import { documentFormats } from './formats/documents.ts'
import { drawingFormats } from './formats/drawings.ts'
import { ebookFormats } from './formats/ebooks.ts'
import { fontFormats } from './formats/fonts.ts'
import type { FileKind, FormatDefinition, ImageTrait } from './formats/format-definition.ts'
import { imageFormats } from './formats/images.ts'
import { mailFormats } from './formats/mail.ts'
import { presentationFormats } from './formats/presentations.ts'
import { spreadsheetFormats } from './formats/spreadsheets.ts'
import { subtitleFormats } from './formats/subtitles.ts'
import { textFormats } from './formats/texts.ts'
import { videoFormats } from './formats/videos.ts'

export { type FileKind, fileKinds } from './formats/format-definition.ts'

export const formats = {
  ...imageFormats,
  ...videoFormats,
  ...audioFormats,
  ...documentFormats,
  ...spreadsheetFormats,
  ...presentationFormats,
  ...drawingFormats,
  ...ebookFormats,
  ...textFormats,
  ...subtitleFormats,
  ...dataFormats,
  ...mailFormats,
  ...fontFormats,
  ...packedFormats,
} as const satisfies Record<string, FormatDefinition>

export type FormatId = keyof typeof formats

export const formatIds = Object.keys(formats) as [FormatId, ...FormatId[]]

type OfKind<Kind extends FileKind> = {
  [Id in FormatId]: (typeof formats)[Id] extends { isRefused: true }
    ? never
    : (typeof formats)[Id]['kind'] extends Kind
      ? Id
      : never
}[FormatId]

type OutputOfKind<Kind extends FileKind> = {
  [Id in FormatId]: (typeof formats)[Id] extends { kind: Kind; isOutput: true } ? Id : never
}[FormatId]

/** All formats of a kind that are accepted, in the order of the table. */
export function formatsOfKind<Kind extends FileKind>(kind: Kind): OfKind<Kind>[] {
  return formatIds.filter(
    (id): id is OfKind<Kind> => formats[id].kind === kind && formatFacts(id).isRefused !== true,
  )
}

/** Those that files of the kind can be converted to. */
export function outputsOfKind<Kind extends FileKind>(kind: Kind): OutputOfKind<Kind>[] {
  return formatIds.filter(
    (id): id is OutputOfKind<Kind> => formats[id].kind === kind && formatFacts(id).isOutput === true,
  )
}

/** The entry with its optional fields. */
export function formatFacts(format: FormatId): FormatDefinition {
  return formats[format]
}

export function holds(format: FormatId, trait: ImageTrait): boolean {
  return formatFacts(format).holds?.includes(trait) === true
}

export function formatExtension(format: FormatId): string {
  return formats[format].extensions[0]
}
