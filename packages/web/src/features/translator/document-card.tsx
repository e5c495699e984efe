/** The selected document: name, size, type, upload status and a remove button. */
import { measureMessages } from '@filesmith/contract/messages/measures'
import { translateMessages } from '@filesmith/contract/messages/translate'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { RefreshCw, X } from 'lucide-react'
import { extensionOf } from '../../lib/file-list/kind-of-name.ts'
import { type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { Button } from '../../ui/button.tsx'
import { FileCard } from '../../ui/file-card.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { UploadedStatus } from '../../ui/uploaded-status.tsx'
import { UploadingStatus } from '../../ui/uploading-status.tsx'

interface DocumentCardProps {
  readonly file: ListedFile
  readonly onRetry: () => void
  /** Absent while the job runs. */
  readonly onRemove: (() => void) | undefined
}

export function DocumentCard({ file, onRetry, onRemove }: DocumentCardProps) {
  const name = nameOf(file)
  const extension = extensionOf(name)
  const isStopped = file.sending.phase === 'stopped'
  return (
    <FileCard
      image={<FileIcon kind="document" label={formatLabel(extension)} />}
      title={name}
      detail={`${kilobytes(file.sizeBytes)} · ${translateMessages.documentKinds[extension] ?? translateMessages.otherKind}`}
      status={<Status file={file} />}
      action={
        <>
          {isStopped ? (
            <Button variant="solid" onClick={onRetry}>
              <Icon of={RefreshCw} /> {uploadMessages.retry}
            </Button>
          ) : null}
          {onRemove ? (
            <Button aria-label={translateMessages.removeNamed(name)} onClick={onRemove}>
              <Icon of={X} /> {translateMessages.remove}
            </Button>
          ) : null}
        </>
      }
    />
  )
}

function Status({ file: { file, sending, sizeBytes } }: Pick<DocumentCardProps, 'file'>) {
  if (sending.phase === 'complete') return <UploadedStatus fileCount={file ? 1 : undefined} />
  const arrivedBytes = sending.phase === 'waiting' ? 0 : sending.arrivedBytes
  return (
    <>
      <UploadingStatus
        percent={(arrivedBytes / sizeBytes) * 100}
        isStalled={sending.phase === 'uploading' && sending.isStalled}
        stoppedBecause={sending.phase === 'stopped' ? sending.reason : undefined}
      />
      <p className="figures text-xs text-ink-muted">
        {uploadMessages.uploadedOf(formatBytes(arrivedBytes), formatBytes(sizeBytes))}
      </p>
    </>
  )
}

/** Always in KB, at least 0.1. */
function kilobytes(bytes: number): string {
  const value = Math.max(0.1, bytes / 1024)
  return measureMessages.kilobytes(value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 }))
}
