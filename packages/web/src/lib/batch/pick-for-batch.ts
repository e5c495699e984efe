/** Chooses which picked files a batch takes, and names those that it leaves out. */
import { checkBatch } from '@filesmith/contract/check-batch'
import type { PlanId } from '@filesmith/contract/plans'
import { type FileNote, filterPickedFiles, noteOf, pathsOf } from '../file-list/filter-picked-files.ts'
import type { ListedFile } from '../file-list/listed-file.ts'
import type { PickedFile, PickedFiles } from '../file-list/picked-file.ts'

interface BatchPick {
  readonly picked: PickedFiles
  readonly listed: readonly ListedFile[]
  readonly plan: PlanId
  readonly isOfKind: (file: File) => boolean
  /** Text about files of another kind. */
  readonly otherKind: (count: number) => string
}

export function pickForBatch({ picked, listed, plan, isOfKind, otherKind }: BatchPick): {
  readonly files: readonly PickedFile[]
  readonly notes: readonly FileNote[]
} {
  const filtered = filterPickedFiles(picked, listed, { keepsEmpty: false })
  const added = filtered.files
    .filter(({ file }) => isOfKind(file))
    .map(pick => ({ size: pick.file.size, pick }))
  const others = filtered.files.filter(({ file }) => !isOfKind(file))
  const existing = listed.map(({ sizeBytes: size }) => ({ size, pick: undefined }))
  const checked = added.length > 0 ? checkBatch([...existing, ...added], plan) : { files: [], problems: [] }
  return {
    files: checked.files.flatMap(({ pick }) => pick ?? []),
    notes: [
      ...checked.problems.map(({ message, files }) => ({
        text: message,
        names: pathsOf(files.flatMap(({ pick }) => pick ?? [])),
      })),
      ...noteOf(pathsOf(others), otherKind),
      ...filtered.notes,
    ],
  }
}
