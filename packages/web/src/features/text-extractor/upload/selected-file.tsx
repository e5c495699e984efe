/** The selected file: uploading, stopped, or uploaded. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { RefreshCw, X } from 'lucide-react'
import { kindOfName } from '../../../lib/file-list/kind-of-name.ts'
import { arrivedBytesOf, type ListedFile, nameOf } from '../../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { ImagePreview } from '../../../lib/image-preview.tsx'
import { Button } from '../../../ui/button.tsx'
import { FileCard } from '../../../ui/file-card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { UploadedStatus } from '../../../ui/uploaded-status.tsx'
import { UploadingStatus } from '../../../ui/uploading-status.tsx'

interface SelectedFileProps {
  readonly listed: ListedFile
  /** The file cannot be replaced while it is processed. */
  readonly isBusy: boolean
  readonly onRetry: () => void
  readonly onClear: () => void
}

export function SelectedFile({ listed, isBusy, onRetry, onClear }: SelectedFileProps) {
  const { file, sending, sizeBytes } = listed
  const isUploaded = sending.phase === 'complete'
  const isStopped = sending.phase === 'stopped'
  const arrivedBytes = arrivedBytesOf(listed)
  const isImage = kindOfName(listed.path) === 'image'
  const chooseAnother = <Button onClick={onClear}>{uploadMessages.chooseAnother}</Button>
  return (
    <FileCard
      image={
        <ImagePreview
          kind={kindOfName(listed.path)}
          fileName={nameOf(listed)}
          file={isUploaded && isImage ? file : undefined}
        />
      }
      title={nameOf(listed)}
      detail={
        isUploaded
          ? formatBytes(sizeBytes)
          : uploadMessages.uploadedOf(formatBytes(arrivedBytes), formatBytes(sizeBytes))
      }
      status={
        isUploaded ? (
          <UploadedStatus fileCount={file ? 1 : undefined} />
        ) : (
          <UploadingStatus
            percent={(arrivedBytes / sizeBytes) * 100}
            isStalled={sending.phase === 'uploading' && sending.isStalled}
            stoppedBecause={isStopped ? sending.reason : undefined}
          />
        )
      }
      action={
        isBusy ? null : isUploaded ? (
          chooseAnother
        ) : isStopped ? (
          <>
            <Button variant="solid" onClick={onRetry}>
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
