/** The drop area with a file on it: on its way, stopped, or arrived. */
import type { FileKind } from '@filesmith/contract/formats'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { Check, CircleAlert, RefreshCw, Upload, X } from 'lucide-react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { FileCard } from '../../ui/file-card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { FilePreview } from './file-preview.tsx'
import type { FileUpload } from './use-file-upload.ts'

interface UploadCardProps {
  readonly kind: FileKind
  readonly upload: Exclude<FileUpload, { phase: 'none' }>
  readonly onRetry: (file: File) => void
  readonly onClear: () => void
}

export function UploadCard({ kind, upload, onRetry, onClear }: UploadCardProps) {
  if (upload.phase === 'complete') {
    const isRestored = upload.file === undefined
    return (
      <FileCard
        picture={<FilePreview kind={kind} fileName={upload.fileName} file={upload.file} />}
        title={upload.fileName}
        detail={formatBytes(upload.sizeBytes)}
        status={
          <p role="status" className="flex min-h-12 items-center gap-2 font-semibold text-success">
            <Icon of={Check} />
            {isRestored ? uploadMessages.ready : uploadMessages.complete}
          </p>
        }
        action={<Button onClick={onClear}>{uploadMessages.chooseAnother}</Button>}
      />
    )
  }

  const { file, arrivedBytes } = upload
  const percent = (arrivedBytes / file.size) * 100
  return (
    <FileCard
      picture={<FilePreview kind={kind} fileName={file.name} file={undefined} />}
      title={file.name}
      detail={uploadMessages.arrived(formatBytes(arrivedBytes), formatBytes(file.size))}
      status={
        <div className="min-h-12">
          <p role="status" className="mb-2 flex items-center justify-between gap-3 font-semibold">
            {upload.phase === 'stopped' ? (
              <span className="flex items-center gap-2 text-danger">
                <Icon of={CircleAlert} /> {upload.reason}
              </span>
            ) : (
              <span className="flex items-center gap-2">
                <Icon of={Upload} className="text-accent-text" />
                {upload.isStalled ? uploadMessages.stalled : uploadMessages.uploading}
              </span>
            )}
            <span className="figures">{Math.floor(percent)}%</span>
          </p>
          <ProgressBar percent={percent} label={uploadMessages.uploadProgress} />
        </div>
      }
      action={
        upload.phase === 'stopped' ? (
          <>
            <Button variant="solid" onClick={() => onRetry(file)}>
              <Icon of={RefreshCw} /> {uploadMessages.retry}
            </Button>
            <Button onClick={onClear}>{uploadMessages.chooseAnother}</Button>
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
