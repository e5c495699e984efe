/** What was chosen for a file: its format by content, the format that it becomes, and options; saved across a reload. */
import { mainFormatOf, outputsOfFile } from '@filesmith/contract/file-conversions'
import { type FormatId, formatIds, formats } from '@filesmith/contract/formats'
import { z } from 'zod'
import { identityOf, type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'
import type { SavedOptions } from '../../lib/job/saved-work.ts'

const optionSchema = z.union([z.string(), z.number(), z.boolean()])

const optionsSchema = z.record(z.string(), optionSchema)

const fileChoiceSchema = z.object({
  format: z.enum(formatIds),
  to: z.enum(formatIds).optional(),
  options: optionsSchema,
})

export type ChosenOptions = Readonly<Record<string, z.infer<typeof optionSchema>>>

export interface FileChoice {
  /** By content. */
  readonly format: FormatId
  readonly to?: FormatId | undefined
  /** Only those that differ from their default. */
  readonly options: ChosenOptions
}

/** By the identity of the file, which a reload does not change. */
export type FileChoices = ReadonlyMap<string, FileChoice>

/** A listed file with what was chosen for it. */
export interface ChosenFile {
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
  readonly choice: FileChoice
  /** By content and name. */
  readonly named: FormatId
  /** Most wanted first. */
  readonly outputs: readonly FormatId[]
}

export function chosenFile(listed: ListedFile, choices: FileChoices): ChosenFile {
  const id = identityOf(listed)
  const name = nameOf(listed)
  const choice = choices.get(id) ?? { format: formatOfName(name), options: {} }
  const recognized = { fileName: name, format: choice.format }
  return {
    id,
    name,
    sizeBytes: listed.sizeBytes,
    choice,
    named: mainFormatOf(recognized),
    outputs: outputsOfFile(recognized),
  }
}

/** For a file of an earlier visit whose content is not known any more; the server recognizes it again. */
function formatOfName(name: string): FormatId {
  const lower = name.toLowerCase()
  const found = formatIds.find(id =>
    formats[id].extensions.some(extension => lower.endsWith(`.${extension}`)),
  )
  return found ?? 'other'
}

/** Beside the files, whose identities begin with their size. */
const audiobookKey = 'audiobook'

export function saveChoices(
  files: readonly ChosenFile[],
  audiobook: ChosenOptions | undefined,
): SavedOptions {
  return {
    ...Object.fromEntries(files.map(({ id, choice }) => [id, JSON.stringify(choice)])),
    ...(audiobook && { [audiobookKey]: JSON.stringify(audiobook) }),
  }
}

/** Options of the audiobook that the files are joined to; undefined if they are converted one by one. */
export function restoreAudiobook({ [audiobookKey]: saved }: SavedOptions): ChosenOptions | undefined {
  try {
    return saved === undefined ? undefined : optionsSchema.parse(JSON.parse(String(saved)))
  } catch {
    return undefined
  }
}

export function restoreChoices(saved: SavedOptions): FileChoices {
  return new Map(Object.entries(saved).flatMap(([id, text]) => restoreOne(id, text)))
}

function restoreOne(id: string, text: string | number): [string, FileChoice][] {
  try {
    return [[id, fileChoiceSchema.parse(JSON.parse(String(text)))]]
  } catch {
    return []
  }
}
