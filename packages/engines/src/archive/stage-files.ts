/** Makes the files of a job visible to the packing program, and only those; large files are hard-linked instead of copied. */
import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, open, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { stageFile, tryLink } from '../process/job-folder.ts'
import type { Mount, Sandbox } from '../process/sandbox.ts'
import type { Entry } from './entries.ts'
import type { JobFile } from './pack-job.ts'

export interface StagedFiles {
  /** Paths as seen by the program; relative to the input folder unless absolute. */
  readonly files: readonly JobFile[]
  readonly mounts: readonly Mount[]
}

/** By number, for the built-in programs, which get the names in their job. */
export async function stageByNumber(
  sandbox: Sandbox,
  entries: readonly Entry[],
  folder: string,
): Promise<StagedFiles> {
  const mounts: Mount[] = []
  const files: JobFile[] = []
  for (const [index, { path, name, modifiedAt }] of entries.entries()) {
    const staged = path === null ? null : await stageFile(sandbox, path, folder, String(index))
    files.push({ path: staged?.path ?? null, name, modifiedAtMs: modifiedAt.getTime() })
    mounts.push(...(staged?.mounts ?? []))
  }
  return { files, mounts }
}

/**
 * By name and with modification times, for programs that take both from the file system. A hard link shares the times of
 * the stored file, which must not change, so a file whose time differs is copied.
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
    if (entry.path !== null) await stageNamed(entry.path, entry, target, signal, onCopied)
  }
  for (const { path, name, modifiedAt } of entries)
    if (path === null) await utimes(join(folder, name), modifiedAt, modifiedAt)
}

async function stageNamed(
  path: string,
  { modifiedAt, sizeBytes }: Entry,
  target: string,
  signal: AbortSignal,
  onCopied: (byteCount: number) => void,
): Promise<void> {
  const { mtimeMs } = await lstat(path)
  if (Math.trunc(mtimeMs) === modifiedAt.getTime() && (await tryLink(path, target))) onCopied(sizeBytes)
  else {
    if (await tryClone(path, target)) onCopied(sizeBytes)
    else await copyBytes(path, target, signal, onCopied)
    await utimes(target, modifiedAt, modifiedAt)
  }
}

/** Copy-on-write clone, if the file system supports it. */
async function tryClone(path: string, target: string): Promise<boolean> {
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
