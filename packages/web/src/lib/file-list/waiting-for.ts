/** What stands between a list of files and the work on it, in words; undefined when all have arrived. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import type { ListedFile } from './listed-file.ts'

export function waitingFor(files: readonly ListedFile[]): string | undefined {
  if (files.some(({ sending }) => sending.phase === 'stopped')) return fileListMessages.someStopped
  if (files.some(({ sending }) => sending.phase !== 'complete')) return fileListMessages.stillArriving
  return undefined
}
