/** Details of a file on one line: '0:31 · 1920 × 1080 · H.264 · AAC · 24.1 MB'. */
import type { FileKind } from '@filesmith/contract/formats'
import { formatBytes } from '../../lib/format-bytes.ts'
import type { Inspection } from '../../lib/use-upload-details.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { describeMedia } from './describe-media.ts'

interface FileDetailsProps {
  readonly sizeBytes: number
  readonly inspection: Inspection
  readonly kind: FileKind
}

/** Reserves space for media details while the server inspects the file, to avoid layout shift. */
const minHeights: Readonly<Partial<Record<FileKind, string>>> = {
  video: 'min-h-10 content-start @min-[23rem]:min-h-5',
  audio: 'min-h-5',
}

export function FileDetails({ sizeBytes, inspection, kind }: FileDetailsProps) {
  const { details, isInspecting } = inspection
  const parts = [...(details?.media ? describeMedia(details.media) : []), formatBytes(sizeBytes)]
  return (
    <div className="@container">
      <div className={cx('flex flex-wrap items-center gap-x-2', minHeights[kind])}>
        {minHeights[kind] && isInspecting ? <Skeleton className="h-3 w-48" /> : null}
        <span>{parts.map(part => part.replaceAll(' ', '\u00a0')).join(' · ')}</span>
      </div>
    </div>
  )
}
