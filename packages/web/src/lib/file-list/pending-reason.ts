/** Why the files of a list cannot be converted. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { ListedFile } from './listed-file.ts'

/** Undefined when all uploads are complete or will be: a job waits for those that are not. */
export function stoppedReason(files: readonly ListedFile[]): string | undefined {
  if (files.every(({ sending }) => sending.phase !== 'stopped')) return undefined
  return files.length === 1 ? uploadMessages.failed : fileListMessages.someStopped
}

/** Undefined when all uploads are complete. */
export function pendingReason(files: readonly ListedFile[]): string | undefined {
  const stopped = stoppedReason(files)
  if (stopped !== undefined) return stopped
  if (files.some(({ sending }) => sending.phase !== 'complete')) return fileListMessages.stillUploading
  return undefined
}
