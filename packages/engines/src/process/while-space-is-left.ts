/** Detects full disks: a program may succeed although its output is truncated, or blame the file. */
import { statfs } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'

const leastFreeBytes = 64 * 1024
/** If the disk was full for a shorter time, a write failed and the program reported it. */
const checkIntervalMs = 200

async function isOutOfSpace(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < leastFreeBytes
  } catch {
    return false
  }
}

/** Fails with `storage-full` if the folder's disk was full at any time during the work, whatever the outcome. */
export async function whileSpaceIsLeft<Result>(
  folder: string,
  work: () => Promise<Result>,
  isFull = isOutOfSpace,
): Promise<Result> {
  let wasFull = await isFull(folder)
  const timer = setInterval(async () => {
    if (await isFull(folder)) wasFull = true
  }, checkIntervalMs)
  const [outcome] = await Promise.allSettled([work()])
  clearInterval(timer)
  wasFull ||= await isFull(folder)
  const cause = outcome.status === 'rejected' ? outcome.reason : undefined
  const isCanceled = cause instanceof AppError && cause.code === 'cancelled'
  if (wasFull && !isCanceled) throw new AppError('storage-full', {}, { cause })
  if (outcome.status === 'rejected') throw cause
  return outcome.value
}
