/** What a chosen file looks or sounds like; or what is wrong with it. */
import type { FileKind } from '@filesmith/contract/formats'
import { CircleAlert } from 'lucide-react'
import { extensionLabel } from '../../lib/extension-label.ts'
import { ImagePreview } from '../../lib/image-preview.tsx'
import { Meanwhile, onDemand } from '../../lib/on-demand.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { FileProblem } from './file-problem.ts'

// Films and recordings come later than pictures, and their player with them.
const MediaPreview = onDemand(async () => (await import('./media-preview.tsx')).MediaPreview)

interface FilePreviewProps {
  readonly kind: FileKind
  readonly fileName: string
  /** The file itself; one of an earlier visit has none. */
  readonly file: File | undefined
  /** Whether the server has all of it. */
  readonly hasArrived: boolean
  /** A picture of it, made by the server. */
  readonly imageUrl: string | undefined
  readonly problem: FileProblem | undefined
}

export function FilePreview(props: FilePreviewProps) {
  const { kind, fileName, file, hasArrived, imageUrl, problem } = props
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
  // A moving GIF is a film to us, and a picture to browsers.
  if (kind === 'image' || file?.type.startsWith('image/'))
    return <ImagePreview kind={kind} fileName={fileName} file={hasArrived ? file : undefined} />
  const canBePlayed = kind === 'video' || kind === 'audio'
  return (
    <Meanwhile show={<FileIcon kind={kind} label={extensionLabel(fileName)} />}>
      <MediaPreview
        kind={kind}
        fileName={fileName}
        file={canBePlayed ? file : undefined}
        imageUrl={imageUrl}
      />
    </Meanwhile>
  )
}
