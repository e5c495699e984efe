/** Preview of the selected file, or why it cannot be used. */
import type { FileKind } from '@filesmith/contract/formats'
import { CircleAlert } from 'lucide-react'
import { extensionLabel } from '../../lib/extension-label.ts'
import { ImagePreview } from '../../lib/image-preview.tsx'
import { LazyFallback, onDemand } from '../../lib/on-demand.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { FileProblem } from './file-problem.ts'

// Loaded on demand: image previews do not need the player.
const MediaPreview = onDemand(async () => (await import('./media-preview.tsx')).MediaPreview)

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
    return <ImagePreview kind={kind} fileName={fileName} file={isUploaded ? file : undefined} />
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
