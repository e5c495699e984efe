/** Properties of the GIF to be made, and how its size was determined. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatSeconds } from '../format-seconds.ts'
import { formatResolution, heightFor, type ImageSize } from '../gif-metrics.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { SizeEstimate } from '../measure/use-size-estimate.ts'

const { preview: texts } = gifMessages
const bytesPerKilobyte = 1024

interface PreviewStatsProps {
  readonly settings: GifSettings
  readonly estimate: SizeEstimate
  /** Size of the video or the first image, if known. */
  readonly sourceSize: ImageSize | undefined
  readonly frameCount: number
  readonly seconds: number
}

export function PreviewStats(props: PreviewStatsProps) {
  const { settings, estimate, sourceSize, frameCount, seconds } = props
  const { width, maxKilobytes, outputFormat } = settings
  const standard = { width, height: heightFor(width) }
  const actual = { width, height: heightFor(width, sourceSize) }
  const limitBytes = maxKilobytes * bytesPerKilobyte
  const isMeasured = estimate.measuredFrames > 0
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 p-4 sm:grid-cols-4">
      <Stat term={texts.size} className="col-span-2">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-lg font-semibold">{formatBytes(roundToTwoDigits(estimate.bytes))}</span>
          <Badge tone={isMeasured ? 'success' : 'neutral'}>
            {isMeasured ? texts.measured : texts.estimated}
          </Badge>
        </span>
        <Note>
          {describeBasis(estimate)}
          {estimate.isMeasuring ? `, ${texts.measuring}` : ''}
        </Note>
        {limitBytes > 0 && estimate.bytes > limitBytes ? (
          <Note>{texts.overLimit(formatBytes(limitBytes))}</Note>
        ) : null}
      </Stat>
      <Stat term={texts.resolution}>
        <span className="font-semibold">{formatResolution(standard)}</span>
        {actual.height === standard.height ? null : (
          <Note>{texts.resolutionOwn(formatResolution(actual))}</Note>
        )}
      </Stat>
      <Stat term={texts.length}>
        <span className="font-semibold">{formatSeconds(seconds)}</span>
        <Note>
          {texts.frameCount(frameCount)}, {formatLabel(outputFormat)}
        </Note>
      </Stat>
    </dl>
  )
}

function describeBasis({ measuredFrames, isExtrapolated, isFromServer }: SizeEstimate): string {
  if (isFromServer) return texts.servedNote(measuredFrames)
  if (measuredFrames > 0) return texts.measuredNote(measuredFrames)
  return isExtrapolated ? texts.fromLastNote : texts.estimatedNote
}

interface StatProps {
  readonly term: string
  readonly className?: string
  readonly children: ReactNode
}

function Stat({ term, className, children }: StatProps) {
  return (
    <div className={className}>
      <dt className="text-xs text-ink-muted">{term}</dt>
      <dd className="figures text-sm">{children}</dd>
    </div>
  )
}

function Note({ children }: { readonly children: ReactNode }) {
  return <span className="block font-text text-xs text-ink-muted">{children}</span>
}

/** Rounds to two significant digits of the displayed unit; estimates are not more precise. */
function roundToTwoDigits(bytes: number): number {
  if (bytes < 1) return 0
  const unit = 1024 ** Math.floor(Math.log(bytes) / Math.log(1024))
  return Number((bytes / unit).toPrecision(2)) * unit
}
