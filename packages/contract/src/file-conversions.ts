/** What a single file can become: by its content, and where that is ambiguous by its name. */
import { operationsFor, outputsFrom } from './conversions.ts'
import { type FormatId, formats } from './formats.ts'
import { mostWanted } from './most-wanted.ts'
import type { Operation } from './operations/operation.ts'
import { type OperationId, operations } from './operations/registry.ts'
import { formatFor } from './refuse-format.ts'

/** A file as its content was recognized. */
export interface RecognizedFile {
  readonly fileName: string
  readonly format: FormatId
}

/** The format of its name first: a table is also text. As text, a mail would show its source with all encodings. */
function formatsOf(file: RecognizedFile): FormatId[] {
  const named = formatFor(file)
  // As one document rather than as an archive.
  if (file.format === 'textpack' && named === 'zip') return ['textpack', 'zip']
  return formats[named].kind === 'mail' ? [named] : [...new Set([named, file.format])]
}

/** What the file is called, and what is wanted of it follows. */
export function mainFormatOf(file: RecognizedFile): FormatId {
  return formatsOf(file)[0] ?? file.format
}

/** Most wanted first. */
export function outputsOfFile(file: RecognizedFile): FormatId[] {
  const [named = file.format, ...others] = formatsOf(file)
  const outputs = [...new Set([named, ...others].flatMap(outputsFrom))].filter(to => to !== named)
  return [...new Set([...mostWanted(named, outputs), ...outputs])]
}

/** All operations that convert the file, the preferred one first. */
export function operationsForFile(file: RecognizedFile, to: FormatId): OperationId[] {
  return [...new Set(formatsOf(file).flatMap(from => operationsFor(from, to)))]
}

/** Fields of the request that converts the file: the chosen options, the format, and what follows from the file. */
export function conversionFields(
  operation: OperationId,
  file: RecognizedFile,
  to: FormatId,
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { formatField, fields }: Operation = operations[operation]
  const has = (name: string) => Object.hasOwn(fields.shape, name)
  // An audio format for a video means extracting its audio track.
  const isExtraction = has('isExtraction') && formats[formatFor(file)].kind === 'video'
  return { ...options, ...(has(formatField) && { [formatField]: to }), ...(isExtraction && { isExtraction }) }
}
