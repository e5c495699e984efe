/** Makes a file durable and read-only before it becomes an object. */
import type { FileHandle } from 'node:fs/promises'
import { toDiskError } from './disk-error.ts'

/**
 * Data reaches the disk before the name does, so a power failure leaves a whole object or none. Read-only,
 * because fetchTo shares the file through hard links.
 */
export async function finishFile(file: FileHandle): Promise<void> {
  try {
    await file.datasync()
  } catch (error) {
    // Some file systems allocate only now and report ENOSPC here.
    throw toDiskError(error)
  }
  await file.chmod(0o400)
}
