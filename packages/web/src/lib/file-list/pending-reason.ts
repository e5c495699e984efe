/** Why a file list is not ready to be converted; undefined when all uploads are complete. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import type { ListedFile } from './listed-file.ts'

export function pendingReason(files: readonly ListedFile[]): string | undefined {
  if (files.some(({ sending }) => sending.phase === 'stopped')) return fileListMessages.someStopped
  if (files.some(({ sending }) => sending.phase !== 'complete')) return fileListMessages.stillUploading
  return undefined
}
