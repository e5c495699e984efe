/** Whether a disk is full: a program that writes little may end well without noticing. */
import { statfs } from 'node:fs/promises'

const leastFreeBytes = 64 * 1024

export async function hasNoRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < leastFreeBytes
}
