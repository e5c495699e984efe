/** Recognizes files by their content in the browser, before anything is uploaded. */
import { outputsOfFile } from '@filesmith/contract/file-conversions'
import { nameDisguisedFile, nameForeignFile } from '@filesmith/contract/foreign-files'
import { type FormatId, formatExtension, formats } from '@filesmith/contract/formats'
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import { describeFormat, formatFor } from '@filesmith/contract/refuse-format'
import type { FileNote } from '../../lib/file-list/filter-picked-files.ts'
import type { PickedFile } from '../../lib/file-list/picked-file.ts'
import { recognizeContent } from '../../lib/recognize/recognize-content.ts'

/** Files read at once, and workers that recognize them. */
const maxConcurrentReads = 4

interface RecognizedPick {
  readonly pick: PickedFile
  readonly format: FormatId
}

interface Recognized {
  /** Those that can be converted, in order. */
  readonly files: readonly RecognizedPick[]
  /** What the others are. */
  readonly notes: readonly FileNote[]
}

type Finding = RecognizedPick | { readonly pick: PickedFile; readonly foreign: string | undefined }

export async function recognizeFiles(picks: readonly PickedFile[]): Promise<Recognized> {
  const findings: Finding[] = []
  for (let from = 0; from < picks.length; from += maxConcurrentReads)
    findings.push(...(await Promise.all(picks.slice(from, from + maxConcurrentReads).map(recognize))))
  return {
    files: findings.filter(finding => 'format' in finding),
    notes: describeForeign(findings.filter(finding => 'foreign' in finding)),
  }
}

async function recognize(pick: PickedFile): Promise<Finding> {
  const { file } = pick
  try {
    const { format, textFormat, head } = await recognizeContent(file)
    if (format === undefined) return { pick, foreign: nameForeignFile(file.name, head) }
    const disguised = format === 'txt' || format === 'gz' ? nameDisguisedFile(file.name, head) : undefined
    if (disguised !== undefined) return { pick, foreign: disguised }
    const named = format === 'txt' ? withExtension(pick, textFormat) : pick
    const recognized = { fileName: named.file.name, format }
    if (outputsOfFile(recognized).length > 0) return { pick: named, format }
    return { pick, foreign: nameUseless(recognized, head) }
  } catch {
    return { pick, foreign: undefined }
  }
}

/** Kinds of text are distinguished by their extension, so a name without one gets that of the content. */
function withExtension(pick: PickedFile, format: FormatId | undefined): PickedFile {
  const { file, path } = pick
  if (file.name.includes('.') || format === undefined) return pick
  const ending = `.${formatExtension(format)}`
  const { type, lastModified } = file
  return { ...pick, path: path + ending, file: new File([file], file.name + ending, { type, lastModified }) }
}

/** A recognized file that nothing can be made of. Programs in ZIP files are named by their extension. */
function nameUseless(
  file: { readonly fileName: string; readonly format: FormatId },
  head: Uint8Array,
): string {
  const format = formatFor(file)
  const foreign = formats[format].kind === 'archive' ? nameForeignFile(file.fileName, head) : undefined
  return foreign ?? describeFormat(format)
}

/** One note for each kind of file. */
function describeForeign(
  found: readonly { readonly pick: PickedFile; readonly foreign: string | undefined }[],
): FileNote[] {
  const kinds = [...new Set(found.map(({ foreign }) => foreign))]
  return kinds.map(kind => {
    const names = found.filter(({ foreign }) => foreign === kind).map(({ pick }) => pick.path)
    const text =
      kind === undefined ? anyFileMessages.unknown(names.length) : anyFileMessages.foreign(kind, names.length)
    return { text, names }
  })
}
