/** Card of the selected file: uploading, stopped or complete. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { RefreshCw, X } from 'lucide-react'
import { arrivedBytesOf, type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import type { Inspection } from '../../lib/use-upload-details.ts'
import { Button } from '../../ui/button.tsx'
import { FileCard } from '../../ui/file-card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { UploadedStatus } from '../../ui/uploaded-status.tsx'
import { UploadingStatus } from '../../ui/uploading-status.tsx'
import { FileDetails } from './file-details.tsx'
import { FilePreview } from './file-preview.tsx'
import { findFileProblem } from './file-problem.ts'

interface UploadCardProps {
  readonly tool: ConverterTool
  readonly upload: ListedFile
  readonly inspection: Inspection
  /** Hides "Choose another": the result card has its own actions. */
  readonly isConverted: boolean
  readonly onRetry: () => void
  readonly onClear: () => void
}

export function UploadCard(props: UploadCardProps) {
  const { tool, upload, inspection, isConverted, onRetry, onClear } = props
  const { inputKind: kind } = tool
  const { details } = inspection
  const { sending, sizeBytes } = upload
  const isUploaded = sending.phase === 'complete'
  const fileName = nameOf(upload)
  // The same position in the tree for all phases, so that the player keeps playing while the upload continues.
  const image = (
    <FilePreview
      kind={kind}
      fileName={fileName}
      file={upload.file}
      isUploaded={isUploaded}
      imageUrl={details?.previewUrl ?? undefined}
      problem={findFileProblem(tool, details)}
    />
  )
  const chooseAnother = <Button onClick={onClear}>{uploadMessages.chooseAnother}</Button>
  if (isUploaded)
    return (
      <FileCard
        image={image}
        title={fileName}
        detail={<FileDetails sizeBytes={sizeBytes} inspection={inspection} kind={kind} />}
        status={<UploadedStatus fileCount={upload.file ? 1 : undefined} />}
        action={isConverted ? null : chooseAnother}
      />
    )

  const arrivedBytes = arrivedBytesOf(upload)
  const isStopped = sending.phase === 'stopped'
  return (
    <FileCard
      image={image}
      title={fileName}
      detail={uploadMessages.uploadedOf(formatBytes(arrivedBytes), formatBytes(sizeBytes))}
      status={
        <UploadingStatus
          percent={(arrivedBytes / sizeBytes) * 100}
          isStalled={sending.phase === 'uploading' && sending.isStalled}
          stoppedBecause={isStopped ? sending.reason : undefined}
        />
      }
      action={
        isStopped ? (
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
