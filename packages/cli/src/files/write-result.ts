/** Writes a result atomically through a temporary file, and never overwrites an existing file unless forced. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'

export async function writeResult(
  target: string,
  isForced: boolean,
  save: (path: string) => Promise<void>,
): Promise<'placed' | 'existed'> {
  const partial = join(dirname(target), `.filesmith-${randomBytes(6).toString('hex')}.part`)
  try {
    await mkdir(dirname(target), { recursive: true })
    await save(partial)
    if (isForced) await rename(partial, target)
    else return (await linkExclusively(partial, target)) ? 'placed' : 'existed'
    return 'placed'
  } catch (error) {
    throw writeError(error, target)
  } finally {
    // A failed cleanup must not hide the original error.
    await rm(partial, { force: true }).catch(() => undefined)
  }
}

export async function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** `link` fails atomically when the target exists. File systems without hard links only get a check before the rename. */
async function linkExclusively(partial: string, target: string): Promise<boolean> {
  try {
    await link(partial, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    if (await fileExists(target)) return false
    await rename(partial, target)
    return true
  }
}

const notWritableCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENAMETOOLONG'])

function writeError(error: unknown, target: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage-full', {}, { cause: error })
  if (code === undefined || !notWritableCodes.has(code)) return error
  const reason = commandLineMessages.notWritable(basename(target))
  return new AppError('invalid-request', { reason }, { cause: error })
}
