/** Filters selected files: skips hidden system files, empty files and duplicates. */

import { maxFilesPerArchive } from '@filesmith/contract/limits'
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { identityOf, type ListedFile, modifiedAtOf } from './listed-file.ts'
import type { PickedFile, PickedFiles } from './picked-file.ts'

/** Why files were skipped, and which. */
export interface FileNote {
  readonly text: string
  /** Names with folders; none for hidden system files, which users do not know. */
  readonly names: readonly string[]
}

export interface FilteredFiles {
  readonly files: readonly PickedFile[]
  /** One for each reason. */
  readonly notes: readonly FileNote[]
}

const { notes: texts } = fileListMessages
const systemFileNames = /^(?:\.DS_Store|\._.*|Thumbs\.db|ehthumbs\.db|desktop\.ini|\.localized)$/i

/** Empty files cannot be converted, but can be archived. */
export function filterPickedFiles(
  picked: PickedFiles,
  listed: readonly ListedFile[],
  { keepsEmpty }: { readonly keepsEmpty: boolean },
): FilteredFiles {
  const userFiles = picked.files.filter(({ path }) => !isSystemFile(path))
  const isKept = ({ file }: PickedFile) => keepsEmpty || file.size > 0
  const nonEmpty = userFiles.filter(isKept)
  const known = new Set(listed.map(identityOf))
  const added: PickedFile[] = []
  const repeated: PickedFile[] = []
  for (const pick of nonEmpty) {
    const { file, path } = pick
    const identity = identityOf({ path, sizeBytes: file.size, modifiedAt: modifiedAtOf(file) })
    if (known.has(identity)) repeated.push(pick)
    else added.push(pick)
    known.add(identity)
  }
  const files = added.slice(0, Math.max(0, maxFilesPerArchive - listed.length))
  const junkCount = picked.files.length - userFiles.length
  return {
    files,
    notes: [
      ...(junkCount > 0 ? [{ text: texts.junk(junkCount), names: [] }] : []),
      ...noteOf(picked.unreadablePaths, texts.unreadable),
      ...noteOf(pathsOf(userFiles.filter(pick => !isKept(pick))), texts.empty),
      ...noteOf(pathsOf(repeated), texts.alreadyThere),
      ...noteOf(pathsOf(added.slice(files.length)), () => texts.tooMany(maxFilesPerArchive)),
    ],
  }
}

function isSystemFile(path: string): boolean {
  const parts = path.split('/')
  return parts.includes('__MACOSX') || systemFileNames.test(path.replace(/^.*\//s, ''))
}

export function pathsOf(picked: readonly PickedFile[]): readonly string[] {
  return picked.map(({ path }) => path)
}

/** Empty if nothing was skipped for this reason. */
export function noteOf(names: readonly string[], text: (count: number) => string): readonly FileNote[] {
  return names.length > 0 ? [{ text: text(names.length), names }] : []
}
