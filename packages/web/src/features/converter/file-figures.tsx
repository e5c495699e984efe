/** A file in one line of figures: '0:31 · 1920 × 1080 · H.264 · AAC · 24.1 MB'. */
import type { FileKind } from '@filesmith/contract/formats'
import { formatBytes } from '../../lib/format-bytes.ts'
import type { Inspection } from '../../lib/use-upload-details.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { describeMedia } from './describe-media.ts'

interface FileFiguresProps {
  readonly sizeBytes: number
  readonly inspection: Inspection
  readonly kind: FileKind
}

/** Films and recordings have more to tell; its place is kept while the server looks. */
const places: Readonly<Partial<Record<FileKind, string>>> = {
  video: 'min-h-10 content-start @min-[23rem]:min-h-5',
  audio: 'min-h-5',
}

export function FileFigures({ sizeBytes, inspection, kind }: FileFiguresProps) {
  const { details, isLooking } = inspection
  const figures = [...(details?.media ? describeMedia(details.media) : []), formatBytes(sizeBytes)]
  return (
    <div className="@container">
      <div className={cx('flex flex-wrap items-center gap-x-2', places[kind])}>
        {places[kind] && isLooking ? <Skeleton className="h-3 w-48" /> : null}
        <span>{figures.map(figure => figure.replaceAll(' ', '\u00a0')).join(' · ')}</span>
      </div>
    </div>
  )
}
