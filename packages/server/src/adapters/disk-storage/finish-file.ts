/** The last thing done to a file before it becomes an object. */
import type { FileHandle } from 'node:fs/promises'
import { toDiskError } from './disk-error.ts'

/**
 * Its bytes are on the disk before its name is, so that a power cut leaves a whole object or none. And whoever
 * fetches an object by a link shares it, so nobody may write to it any more.
 */
export async function finishFile(file: FileHandle): Promise<void> {
  try {
    await file.datasync()
  } catch (error) {
    // Some file systems look for room only now.
    throw toDiskError(error)
  }
  await file.chmod(0o400)
}
