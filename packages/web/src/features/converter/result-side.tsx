/** One side of the before/after comparison. */
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import { formatBytes } from '../../lib/format-bytes.ts'
import { describeCodecs, describeDuration, describePixels } from './describe-media.ts'

interface ResultSideProps {
  readonly term: string
  /** Format label. */
  readonly format: string
  readonly sizeBytes: number
  readonly media: MediaDetails | undefined
}

export function ResultSide({ term, format, sizeBytes, media }: ResultSideProps) {
  return (
    <div className="min-w-0 self-stretch rounded bg-paper px-3 py-3 text-center">
      <dt className="text-xs text-ink-muted">{term}</dt>
      <dd className="font-heading text-lg font-semibold">{format}</dd>
      <dd className="figures text-sm">{formatBytes(sizeBytes)}</dd>
      {media
        ? [describePixels(media), describeCodecs(media).join(' · '), describeDuration(media)]
            .filter(detail => detail)
            .map(detail => (
              <dd key={detail} className="figures text-xs text-ink-muted">
                {detail}
              </dd>
            ))
        : null}
    </div>
  )
}
