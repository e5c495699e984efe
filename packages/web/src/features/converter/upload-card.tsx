/** The drop area with a file on it: on its way, stopped, or arrived. */
import type { FileKind } from '@filesmith/contract/formats'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { RefreshCw, X } from 'lucide-react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { FileCard } from '../../ui/file-card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { UploadedStatus } from '../../ui/uploaded-status.tsx'
import { UploadingStatus } from '../../ui/uploading-status.tsx'
import { FilePreview } from './file-preview.tsx'
import type { FileUpload } from './use-file-upload.ts'

interface UploadCardProps {
  readonly kind: FileKind
  readonly upload: Exclude<FileUpload, { phase: 'none' }>
  /** A file that has become a result is not exchanged; the result has its own way on. */
  readonly isConverted: boolean
  readonly onRetry: (file: File) => void
  readonly onClear: () => void
}

export function UploadCard({ kind, upload, isConverted, onRetry, onClear }: UploadCardProps) {
  const chooseAnother = <Button onClick={onClear}>{uploadMessages.chooseAnother}</Button>
  if (upload.phase === 'complete')
    return (
      <FileCard
        picture={<FilePreview kind={kind} fileName={upload.fileName} file={upload.file} />}
        title={upload.fileName}
        detail={formatBytes(upload.sizeBytes)}
        status={<UploadedStatus fileCount={upload.file ? 1 : undefined} />}
        action={isConverted ? null : chooseAnother}
      />
    )

  const { file, arrivedBytes } = upload
  const isStopped = upload.phase === 'stopped'
  return (
    <FileCard
      picture={<FilePreview kind={kind} fileName={file.name} file={undefined} />}
      title={file.name}
      detail={uploadMessages.arrived(formatBytes(arrivedBytes), formatBytes(file.size))}
      status={
        <UploadingStatus
          percent={(arrivedBytes / file.size) * 100}
          isStalled={!isStopped && upload.isStalled}
          stoppedBecause={isStopped ? upload.reason : undefined}
        />
      }
      action={
        isStopped ? (
          <>
            <Button variant="solid" onClick={() => onRetry(file)}>
              <Icon of={RefreshCw} /> {uploadMessages.retry}
            </Button>
            {chooseAnother}
          </>
        ) : (
          <Button onClick={onClear}>
            <Icon of={X} /> {uploadMessages.cancel}
          </Button>
        )
      }
    />
  )
}
