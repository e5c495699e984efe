/** Progress panel of the OCR job. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { RefObject } from 'react'
import { formatDuration } from '../../../lib/format-duration.ts'
import type { JobView } from '../../../lib/job-view.ts'
import { ProgressPanel } from '../../../ui/progress-panel.tsx'
import { describeProgress } from './describe-progress.ts'

interface OcrProgressProps {
  readonly view: Extract<JobView<ConversionState>, { phase: 'working' }>
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly onCancel: () => void
}

export function OcrProgress({ view, panelRef, onCancel }: OcrProgressProps) {
  const secondsLeft = view.state?.secondsLeft ?? null
  const isCanceling = view.step === 'canceling'
  return (
    <ProgressPanel
      panelRef={panelRef}
      title={ocrMessages.working}
      percent={view.percent}
      progressLabel={ocrMessages.progress}
      caption={describeProgress(view)}
      aside={secondsLeft === null ? '' : conversionMessages.secondsLeft(formatDuration(secondsLeft))}
      cancelLabel={isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
      isCanceling={isCanceling}
      onCancel={onCancel}
    />
  )
}
