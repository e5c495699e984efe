/** Full disks: a program may end well without noticing that half of what it wrote is missing, or blame the file. */
import { statfs } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'

const leastFreeBytes = 64 * 1024
/** A disk that was full for a shorter time while a program wrote made its write fail, and the program said so. */
const lookEveryMs = 200

async function isOutOfSpace(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < leastFreeBytes
  } catch {
    return false
  }
}

/** Whatever came of work in a folder that was full at its beginning, its end or in between is not believed. */
export async function whileSpaceIsLeft<Result>(
  folder: string,
  work: () => Promise<Result>,
  isFull = isOutOfSpace,
): Promise<Result> {
  let wasFull = await isFull(folder)
  const looking = setInterval(async () => {
    if (await isFull(folder)) wasFull = true
  }, lookEveryMs)
  const [outcome] = await Promise.allSettled([work()])
  clearInterval(looking)
  wasFull ||= await isFull(folder)
  const cause = outcome.status === 'rejected' ? outcome.reason : undefined
  const isCanceled = cause instanceof AppError && cause.code === 'cancelled'
  if (wasFull && !isCanceled) throw new AppError('storage-full', {}, { cause })
  if (outcome.status === 'rejected') throw cause
  return outcome.value
}
