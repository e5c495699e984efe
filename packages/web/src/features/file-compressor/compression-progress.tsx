/** Progress of the compression. */
import { compressMessages } from '@filesmith/contract/messages/compress'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { RefObject } from 'react'
import { formatDuration } from '../../lib/format-duration.ts'
import type { JobView } from '../../lib/job-view.ts'
import { ProgressPanel } from '../../ui/progress-panel.tsx'

interface CompressionProgressProps {
  readonly view: Extract<JobView<ConversionState>, { phase: 'working' }>
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly onCancel: () => void
}

export function CompressionProgress({ view, panelRef, onCancel }: CompressionProgressProps) {
  const secondsLeft = view.state?.secondsLeft ?? null
  const isCanceling = view.step === 'canceling'
  return (
    <ProgressPanel
      panelRef={panelRef}
      title={compressMessages.working}
      percent={view.percent}
      progressLabel={compressMessages.progress}
      caption={captionOf(view)}
      aside={secondsLeft === null ? '' : conversionMessages.secondsLeft(formatDuration(secondsLeft))}
      cancelLabel={isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
      isCanceling={isCanceling}
      onCancel={onCancel}
    />
  )
}

function captionOf({ step, percent }: CompressionProgressProps['view']): string {
  if (step === 'submitting') return conversionMessages.starting
  if (step === 'queued') return conversionMessages.queued
  return compressMessages.steps.findLast(({ fromPercent }) => percent >= fromPercent)?.text ?? ''
}
