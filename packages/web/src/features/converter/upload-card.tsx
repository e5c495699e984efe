/** Card of the selected file: uploading, stopped or complete. */

import type { FileKind } from '@filesmith/contract/formats'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { CircleAlert, RefreshCw, X } from 'lucide-react'
import { extensionLabel } from '../../lib/extension-label.ts'
import { arrivedBytesOf, type ListedFile, localFileOf, nameOf } from '../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { ImagePreview } from '../../lib/image-preview.tsx'
import { LazyFallback, onDemand } from '../../lib/on-demand.tsx'
import type { Inspection } from '../../lib/use-upload-details.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FileCard } from '../../ui/file-card.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UploadedStatus } from '../../ui/uploaded-status.tsx'
import { UploadingStatus } from '../../ui/uploading-status.tsx'
import { describeMedia } from './describe-media.ts'
import { type FileProblem, findFileProblem } from './file-problem.ts'

// Loaded on demand: image previews do not need the player.
const MediaPreview = onDemand(async () => (await import('./media-preview.tsx')).MediaPreview)

/** Reserves space for media details while the server inspects the file, to avoid layout shift. */
const minHeights: Readonly<Partial<Record<FileKind, string>>> = {
  video: 'min-h-10 content-start @min-[23rem]:min-h-5',
  audio: 'min-h-5',
}

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
      file={localFileOf(upload)}
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

interface FileDetailsProps {
  readonly sizeBytes: number
  readonly inspection: Inspection
  readonly kind: FileKind
}

/** Details of a file on one line: '0:31 · 1920 × 1080 · H.264 · AAC · 24.1 MB'. */
function FileDetails({ sizeBytes, inspection, kind }: FileDetailsProps) {
  const { details, isInspecting } = inspection
  const pages = details?.pages ?? 1
  const parts = [
    ...(details?.media ? describeMedia(details.media) : []),
    ...(pages > 1 ? [conversionMessages.pages.count(pages)] : []),
    formatBytes(sizeBytes),
  ]
  return (
    <div className="@container">
      <div className={cx('flex flex-wrap items-center gap-x-2', minHeights[kind])}>
        {minHeights[kind] && isInspecting ? <Skeleton className="h-3 w-48" /> : null}
        <span>{parts.map(part => part.replaceAll(' ', '\u00a0')).join(' · ')}</span>
      </div>
    </div>
  )
}

interface FilePreviewProps {
  readonly kind: FileKind
  readonly fileName: string
  /** Undefined for an upload of an earlier visit. */
  readonly file: File | undefined
  /** Whether the upload is complete. */
  readonly isUploaded: boolean
  /** Preview image from the server. */
  readonly imageUrl: string | undefined
  readonly problem: FileProblem | undefined
}

/** Preview of the selected file, or why it cannot be used. */
export function FilePreview(props: FilePreviewProps) {
  const { kind, fileName, file, isUploaded, imageUrl, problem } = props
  if (problem)
    return (
      <div className="flex max-w-prose flex-col items-center gap-3 text-center">
        <FileIcon kind={kind} label={extensionLabel(fileName)} />
        <p role="alert" className="font-semibold text-balance">
          <Icon of={CircleAlert} className="mr-1.5 inline-block align-[-0.25em] text-warning" />
          {problem.message}
        </p>
      </div>
    )
  // An animated GIF is a video to the converter, but browsers show it as an image.
  if (kind === 'image' || file?.type.startsWith('image/'))
    return (
      <ImagePreview
        kind={kind}
        fileName={fileName}
        file={isUploaded ? file : undefined}
        serverUrl={imageUrl}
      />
    )
  const isPlayable = kind === 'video' || kind === 'audio'
  return (
    <LazyFallback fallback={<FileIcon kind={kind} label={extensionLabel(fileName)} />}>
      <MediaPreview
        kind={kind}
        fileName={fileName}
        file={isPlayable ? file : undefined}
        imageUrl={imageUrl}
      />
    </LazyFallback>
  )
}
