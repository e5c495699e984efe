/** Maps file system error codes to storage errors. */
import { AppError } from '@filesmith/contract/errors'

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/** Also a folder with the key's name, or a file where one of its folders would be: no object exists. */
const missingCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && missingCodes.has((error as NodeJS.ErrnoException).code)
}

export function undefinedIfMissing(error: unknown): undefined {
  if (!isMissingFile(error)) throw error
}

export function toDiskError(error: unknown): unknown {
  if (error instanceof Error && fullCodes.has((error as NodeJS.ErrnoException).code)) {
    return new AppError('storage-full', {}, { cause: error })
  }
  return error
}
