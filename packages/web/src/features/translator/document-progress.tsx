/** Progress panel of the document translation job. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { translateMessages } from '@filesmith/contract/messages/translate'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { RefObject } from 'react'
import { formatDuration } from '../../lib/format-duration.ts'
import type { JobView } from '../../lib/job-view.ts'
import { ProgressPanel } from '../../ui/progress-panel.tsx'

interface DocumentProgressProps {
  readonly view: Extract<JobView<ConversionState>, { phase: 'working' }>
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly onCancel: () => void
}

export function DocumentProgress({ view, panelRef, onCancel }: DocumentProgressProps) {
  const secondsLeft = view.state?.secondsLeft ?? null
  const isCanceling = view.step === 'canceling'
  return (
    <ProgressPanel
      panelRef={panelRef}
      title={translateMessages.working}
      percent={view.percent}
      progressLabel={translateMessages.progress}
      caption={captionOf(view)}
      aside={secondsLeft === null ? '' : conversionMessages.secondsLeft(formatDuration(secondsLeft))}
      cancelLabel={isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
      isCanceling={isCanceling}
      onCancel={onCancel}
    />
  )
}

function captionOf({ step, percent }: DocumentProgressProps['view']): string {
  if (step === 'submitting') return conversionMessages.starting
  if (step === 'queued') return conversionMessages.queued
  return translateMessages.steps.findLast(({ fromPercent }) => percent >= fromPercent)?.text ?? ''
}
