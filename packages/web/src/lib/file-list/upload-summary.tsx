/** Overall upload state of a file list. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { UploadedStatus } from '../../ui/uploaded-status.tsx'
import { UploadingStatus } from '../../ui/uploading-status.tsx'
import { arrivedBytesOf, type ListedFile, totalBytesOf } from './listed-file.ts'

export function UploadSummary({ files }: { readonly files: readonly ListedFile[] }) {
  const pending = files.filter(({ sending }) => sending.phase !== 'complete')
  if (pending.length === 0) {
    const isRestored = files.every(({ file }) => file === undefined)
    return <UploadedStatus fileCount={isRestored ? undefined : files.length} />
  }
  const arrivedBytes = files.reduce((sum, listed) => sum + arrivedBytesOf(listed), 0)
  const areAllStopped = pending.every(({ sending }) => sending.phase === 'stopped')
  const uploading = pending.flatMap(({ sending }) => (sending.phase === 'uploading' ? [sending] : []))
  return (
    <UploadingStatus
      percent={(arrivedBytes / totalBytesOf(files)) * 100}
      isStalled={uploading.length > 0 && uploading.every(({ isStalled }) => isStalled)}
      stoppedBecause={areAllStopped ? fileListMessages.someStopped : undefined}
    />
  )
}
