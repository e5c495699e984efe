/** Puts a result where it belongs: whole or not at all, and never over a file that nobody gave up. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'

export async function placeResult(
  target: string,
  isForced: boolean,
  save: (path: string) => Promise<void>,
): Promise<'placed' | 'existed'> {
  const partial = join(dirname(target), `.filesmith-${randomBytes(6).toString('hex')}.part`)
  try {
    await mkdir(dirname(target), { recursive: true })
    await save(partial)
    if (isForced) await rename(partial, target)
    else return (await claimName(partial, target)) ? 'placed' : 'existed'
    return 'placed'
  } catch (error) {
    throw writeError(error, target)
  } finally {
    // What went wrong before matters more than that this does not work either.
    await rm(partial, { force: true }).catch(() => undefined)
  }
}

export async function doesExist(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** A link fails when the name is taken, in one step; where there are no links, we can only look first. */
async function claimName(partial: string, target: string): Promise<boolean> {
  try {
    await link(partial, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    if (await doesExist(target)) return false
    await rename(partial, target)
    return true
  }
}

function writeError(error: unknown, target: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage-full', {}, { cause: error })
  const isRefused = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENAMETOOLONG'].includes(
    code ?? '',
  )
  if (!isRefused) return error
  const reason = commandLineMessages.notWritable(basename(target))
  return new AppError('invalid-request', { reason }, { cause: error })
}
