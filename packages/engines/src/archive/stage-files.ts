/** Puts the files of a job where the packing program sees them, and only them; large ones are linked, not copied. */
import { constants } from 'node:fs'
import { copyFile, link, lstat, mkdir, open, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { Mount, Sandbox } from '../process/sandbox.ts'
import type { Entry } from './entries.ts'
import type { JobFile } from './pack-job.ts'

export interface StagedFiles {
  /** As the program sees them; paths are relative to the input folder unless they are absolute. */
  readonly files: readonly JobFile[]
  readonly mounts: readonly Mount[]
}

/** Under numbers, for programs of ours that are told the names. */
export async function stageByNumber(
  sandbox: Sandbox,
  entries: readonly Entry[],
  folder: string,
): Promise<StagedFiles> {
  const mounts: Mount[] = []
  const files: JobFile[] = []
  for (const [index, { path, name, modifiedAt }] of entries.entries()) {
    const modifiedAtMs = modifiedAt.getTime()
    if (path === null || (await isLinked(path, join(folder, String(index))))) {
      files.push({ path: path === null ? null : String(index), name, modifiedAtMs })
      continue
    }
    // On another disk, or somebody else's.
    const target = sandbox.isIsolated ? `/job/more/${index}` : path
    mounts.push({ source: path, target })
    files.push({ path: target, name, modifiedAtMs })
  }
  return { files, mounts }
}

async function isLinked(path: string, target: string): Promise<boolean> {
  return link(path, target).then(
    () => true,
    () => false,
  )
}

/**
 * Under their names and with their times, for programs that take both from the disk. A link has the times of the
 * stored file it leads to, which are not ours to change: where they differ, the file is copied.
 */
export async function stageTree(
  entries: readonly Entry[],
  folder: string,
  signal: AbortSignal,
  onCopied: (byteCount: number) => void,
): Promise<void> {
  for (const entry of entries) {
    const target = join(folder, entry.name)
    await mkdir(entry.path === null ? target : dirname(target), { recursive: true })
    if (entry.path !== null) await stageFile(entry.path, entry, target, signal, onCopied)
  }
  for (const { path, name, modifiedAt } of entries)
    if (path === null) await utimes(join(folder, name), modifiedAt, modifiedAt)
}

async function stageFile(
  path: string,
  { modifiedAt, sizeBytes }: Entry,
  target: string,
  signal: AbortSignal,
  onCopied: (byteCount: number) => void,
): Promise<void> {
  const { mtimeMs } = await lstat(path)
  if (Math.trunc(mtimeMs) === modifiedAt.getTime() && (await isLinked(path, target))) onCopied(sizeBytes)
  else {
    if (await isCloned(path, target)) onCopied(sizeBytes)
    else await copyBytes(path, target, signal, onCopied)
    await utimes(target, modifiedAt, modifiedAt)
  }
}

/** Some file systems share the data of a copy until one of them changes. */
async function isCloned(path: string, target: string): Promise<boolean> {
  return copyFile(path, target, constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  )
}

const copyBufferBytes = 1024 * 1024

async function copyBytes(
  path: string,
  target: string,
  signal: AbortSignal,
  onCopied: (byteCount: number) => void,
): Promise<void> {
  await using source = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  await using copy = await open(target, 'w')
  const buffer = Buffer.allocUnsafe(copyBufferBytes)
  for (;;) {
    if (signal.aborted) throw new AppError('cancelled')
    const { bytesRead } = await source.read(buffer, 0, buffer.length)
    if (bytesRead === 0) return
    await copy.writeFile(buffer.subarray(0, bytesRead))
    onCopied(bytesRead)
  }
}
