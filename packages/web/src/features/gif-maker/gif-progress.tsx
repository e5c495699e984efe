/** Progress panel of the GIF job. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { gifMessages } from '@filesmith/contract/messages/gif'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { RefObject } from 'react'
import { formatDuration } from '../../lib/format-duration.ts'
import type { JobView } from '../../lib/job-view.ts'
import { ProgressPanel } from '../../ui/progress-panel.tsx'

const { work: texts } = gifMessages

interface GifProgressProps {
  readonly view: Extract<JobView<ConversionState>, { phase: 'working' }>
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly onCancel: () => void
}

export function GifProgress({ view, panelRef, onCancel }: GifProgressProps) {
  const secondsLeft = view.state?.secondsLeft ?? null
  const isCanceling = view.step === 'canceling'
  return (
    <ProgressPanel
      panelRef={panelRef}
      title={texts.title}
      percent={view.percent}
      progressLabel={texts.progress}
      caption={captionOf(view)}
      aside={secondsLeft === null ? '' : conversionMessages.secondsLeft(formatDuration(secondsLeft))}
      cancelLabel={isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
      isCanceling={isCanceling}
      onCancel={onCancel}
    />
  )
}

function captionOf({ step, percent }: GifProgressProps['view']): string {
  if (step === 'submitting') return conversionMessages.starting
  if (step === 'queued') return conversionMessages.queued
  return texts.steps.findLast(({ fromPercent }) => percent >= fromPercent)?.text ?? ''
}
