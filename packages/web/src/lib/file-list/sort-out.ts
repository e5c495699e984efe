/** Leaves out what nobody wants sent: hidden files of operating systems, empty files, files that are there already. */

import { maxFilesPerArchive } from '@filesmith/contract/limits'
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { identityOf, type ListedFile, modifiedAtOf } from './listed-file.ts'
import type { PickedFile, PickedFiles } from './picked-file.ts'

export interface SortedOut {
  readonly files: readonly PickedFile[]
  /** One line for each reason why something was left out. */
  readonly notes: readonly string[]
}

const { notes: words } = fileListMessages
const junkNames = /^(?:\.DS_Store|\._.*|Thumbs\.db|ehthumbs\.db|desktop\.ini|\.localized)$/i

/** There is nothing to convert in an empty file, but an archive may hold one. */
export function sortOut(
  picked: PickedFiles,
  listed: readonly ListedFile[],
  { keepsEmpty }: { readonly keepsEmpty: boolean },
): SortedOut {
  const wanted = picked.files.filter(({ path }) => !isJunk(path))
  const full = keepsEmpty ? wanted : wanted.filter(({ file }) => file.size > 0)
  const known = new Set(listed.map(identityOf))
  const fresh = full.filter(({ file, path }) => {
    const identity = identityOf({ path, sizeBytes: file.size, modifiedAt: modifiedAtOf(file) })
    return !known.has(identity) && known.add(identity)
  })
  const files = fresh.slice(0, Math.max(0, maxFilesPerArchive - listed.length))
  return {
    files,
    notes: [
      ...say(picked.files.length - wanted.length, words.junk),
      ...say(picked.unreadableCount, words.unreadable),
      ...say(wanted.length - full.length, words.empty),
      ...say(full.length - fresh.length, words.alreadyThere),
      ...(files.length < fresh.length ? [words.tooMany(maxFilesPerArchive)] : []),
    ],
  }
}

function isJunk(path: string): boolean {
  const parts = path.split('/')
  return parts.includes('__MACOSX') || junkNames.test(parts.at(-1) ?? '')
}

function say(count: number, words: (count: number) => string): string[] {
  return count > 0 ? [words(count)] : []
}
