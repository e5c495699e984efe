/** Full disks: a program may end well without noticing that half of what it wrote is missing, or blame the file. */
import { statfs } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'

const leastFreeBytes = 64 * 1024

export async function hasNoRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < leastFreeBytes
}

/** Whatever came of work in a folder that is full at its end is not believed. */
export async function whileThereIsRoom<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work()])
  const cause = outcome.status === 'rejected' ? outcome.reason : undefined
  const isCancelled = cause instanceof AppError && cause.code === 'cancelled'
  if (!isCancelled && (await hasNoRoom(folder).catch(() => false)))
    throw new AppError('storage-full', {}, { cause })
  if (outcome.status === 'rejected') throw cause
  return outcome.value
}
