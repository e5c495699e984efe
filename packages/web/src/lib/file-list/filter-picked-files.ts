/** Filters selected files: skips hidden system files, empty files and duplicates. */

import { maxFilesPerArchive } from '@filesmith/contract/limits'
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { identityOf, type ListedFile, modifiedAtOf } from './listed-file.ts'
import type { PickedFile, PickedFiles } from './picked-file.ts'

export interface FilteredFiles {
  readonly files: readonly PickedFile[]
  /** One line per reason for skipping files. */
  readonly notes: readonly string[]
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
  const nonEmpty = keepsEmpty ? userFiles : userFiles.filter(({ file }) => file.size > 0)
  const known = new Set(listed.map(identityOf))
  const added = nonEmpty.filter(({ file, path }) => {
    const identity = identityOf({ path, sizeBytes: file.size, modifiedAt: modifiedAtOf(file) })
    return !known.has(identity) && known.add(identity)
  })
  const files = added.slice(0, Math.max(0, maxFilesPerArchive - listed.length))
  return {
    files,
    notes: [
      ...note(picked.files.length - userFiles.length, texts.junk),
      ...note(picked.unreadableCount, texts.unreadable),
      ...note(userFiles.length - nonEmpty.length, texts.empty),
      ...note(nonEmpty.length - added.length, texts.alreadyThere),
      ...(files.length < added.length ? [texts.tooMany(maxFilesPerArchive)] : []),
    ],
  }
}

function isSystemFile(path: string): boolean {
  const parts = path.split('/')
  return parts.includes('__MACOSX') || systemFileNames.test(path.replace(/.*\//s, ''))
}

function note(count: number, text: (count: number) => string): string[] {
  return count > 0 ? [text(count)] : []
}
