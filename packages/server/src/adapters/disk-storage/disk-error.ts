/** What the file system's error codes mean to a caller of the storage. */
import { AppError } from '@filesmith/contract/errors'

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/** A folder of that name, or a file in place of one of its folders: either way no object is there. */
const missingCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

export function isMissing(error: unknown): boolean {
  return error instanceof Error && missingCodes.has((error as NodeJS.ErrnoException).code)
}

export function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

export function toDiskError(error: unknown): unknown {
  if (error instanceof Error && fullCodes.has((error as NodeJS.ErrnoException).code)) {
    return new AppError('storage-full', {}, { cause: error })
  }
  return error
}
