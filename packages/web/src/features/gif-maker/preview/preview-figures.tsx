/** What the GIF will be, in figures, and how its size is known. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatSeconds } from '../format-seconds.ts'
import { describeSize, heightFor, type ImageSize } from '../gif-figures.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { SizeEstimate } from '../measure/use-size-estimate.ts'

const { preview: texts } = gifMessages
const bytesPerKilobyte = 1024

interface PreviewFiguresProps {
  readonly settings: GifSettings
  readonly estimate: SizeEstimate
  /** Of the film or the first picture, where they are known. */
  readonly proportions: ImageSize | undefined
  readonly frameCount: number
  readonly seconds: number
}

export function PreviewFigures(props: PreviewFiguresProps) {
  const { settings, estimate, proportions, frameCount, seconds } = props
  const { width, maxKilobytes, outputFormat } = settings
  const usual = { width, height: heightFor(width) }
  const own = { width, height: heightFor(width, proportions) }
  const limitBytes = maxKilobytes * bytesPerKilobyte
  const isMeasured = estimate.measuredFrames > 0
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 p-4 sm:grid-cols-4">
      <Figure term={texts.size} className="col-span-2">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-lg font-semibold">{formatBytes(roughly(estimate.bytes))}</span>
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
      </Figure>
      <Figure term={texts.resolution}>
        <span className="font-semibold">{describeSize(usual)}</span>
        {own.height === usual.height ? null : <Note>{texts.resolutionOwn(describeSize(own))}</Note>}
      </Figure>
      <Figure term={texts.length}>
        <span className="font-semibold">{formatSeconds(seconds)}</span>
        <Note>
          {texts.frameCount(frameCount)}, {formatLabel(outputFormat)}
        </Note>
      </Figure>
    </dl>
  )
}

function describeBasis({ measuredFrames, isFromLast, isServed }: SizeEstimate): string {
  if (isServed) return texts.servedNote(measuredFrames)
  if (measuredFrames > 0) return texts.measuredNote(measuredFrames)
  return isFromLast ? texts.fromLastNote : texts.estimatedNote
}

interface FigureProps {
  readonly term: string
  readonly className?: string
  readonly children: ReactNode
}

function Figure({ term, className, children }: FigureProps) {
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

/** Two figures in the unit it is shown in: nobody knows more before it is made. */
function roughly(bytes: number): number {
  if (bytes < 1) return 0
  const unit = 1024 ** Math.floor(Math.log(bytes) / Math.log(1024))
  return Number((bytes / unit).toPrecision(2)) * unit
}
