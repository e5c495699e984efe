/** Progress panel of the audio processing job. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import type { RefObject } from 'react'
import { formatDuration } from '../../../lib/format-duration.ts'
import type { JobView } from '../../../lib/job-view.ts'
import { ProgressPanel } from '../../../ui/progress-panel.tsx'

interface EditProgressProps {
  readonly view: Extract<JobView<ConversionState>, { phase: 'working' }>
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly onCancel: () => void
}

export function EditProgress({ view, panelRef, onCancel }: EditProgressProps) {
  const { percent, step, state } = view
  const isCanceling = step === 'canceling'
  const secondsLeft = isCanceling ? null : (state?.secondsLeft ?? null)
  return (
    <ProgressPanel
      title={audioEditorMessages.working}
      percent={percent}
      progressLabel={audioEditorMessages.progress}
      caption={captionOf(step, percent)}
      aside={secondsLeft === null ? '' : conversionMessages.secondsLeft(formatDuration(secondsLeft))}
      cancelLabel={isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
      isCanceling={isCanceling}
      onCancel={onCancel}
      panelRef={panelRef}
    />
  )
}

function captionOf(step: EditProgressProps['view']['step'], percent: number): string {
  if (step === 'submitting') return conversionMessages.starting
  if (step === 'queued') return conversionMessages.queued
  return audioEditorMessages.captions.findLast(({ fromPercent }) => percent >= fromPercent)?.text ?? ''
}
