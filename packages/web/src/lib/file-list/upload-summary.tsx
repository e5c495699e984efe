/** How far all files of a list are together, in the words of the drop area. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { UploadedStatus } from '../../ui/uploaded-status.tsx'
import { UploadingStatus } from '../../ui/uploading-status.tsx'
import { arrivedBytesOf, type ListedFile, totalBytesOf } from './listed-file.ts'

export function UploadSummary({ files }: { readonly files: readonly ListedFile[] }) {
  const open = files.filter(({ sending }) => sending.phase !== 'complete')
  if (open.length === 0) {
    const isOfEarlierVisit = files.every(({ file }) => file === undefined)
    return <UploadedStatus fileCount={isOfEarlierVisit ? undefined : files.length} />
  }
  const arrivedBytes = files.reduce((sum, listed) => sum + arrivedBytesOf(listed), 0)
  const isStuck = open.every(({ sending }) => sending.phase === 'stopped')
  const sent = open.flatMap(({ sending }) => (sending.phase === 'uploading' ? [sending] : []))
  return (
    <UploadingStatus
      percent={(arrivedBytes / totalBytesOf(files)) * 100}
      isStalled={sent.length > 0 && sent.every(({ isStalled }) => isStalled)}
      stoppedBecause={isStuck ? fileListMessages.someStopped : undefined}
    />
  )
}
