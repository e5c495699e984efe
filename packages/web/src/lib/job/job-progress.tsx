/** Progress panel of a tool's job with the current step, remaining time and cancel button. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { RefObject } from 'react'
import { ProgressPanel } from '../../ui/progress-panel.tsx'
import { formatBytes } from '../format-bytes.ts'
import { formatDuration } from '../format-duration.ts'
import type { JobState, WorkingView } from './job.ts'

export interface JobProgressTexts {
  readonly title: string
  /** Label of the progress bar. */
  readonly progress: string
  readonly steps: readonly { readonly fromPercent: number; readonly text: string }[]
}

interface JobProgressProps {
  readonly view: WorkingView<JobState & { readonly secondsLeft?: number | null }>
  readonly texts: JobProgressTexts
  /** What the engine reports, if it is more precise than the steps. */
  readonly stage?: string | undefined
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly onCancel: () => void
}

export function JobProgress({ view, texts, stage, panelRef, onCancel }: JobProgressProps) {
  const isCanceling = view.step === 'canceling'
  return (
    <ProgressPanel
      panelRef={panelRef}
      title={texts.title}
      percent={view.percent}
      progressLabel={texts.progress}
      caption={captionOf(view, texts, stage)}
      aside={describeRemaining(view)}
      cancelLabel={isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
      isCanceling={isCanceling}
      onCancel={onCancel}
    />
  )
}

/** What is uploaded, or else the remaining time; nothing while canceling. */
export function describeRemaining({ step, state, upload }: JobProgressProps['view']): string {
  if (step === 'uploading' && upload)
    return uploadMessages.uploadedOf(formatBytes(upload.uploadedBytes), formatBytes(upload.totalBytes))
  const secondsLeft = state?.secondsLeft ?? null
  return secondsLeft === null || step === 'canceling'
    ? ''
    : conversionMessages.secondsLeft(formatDuration(secondsLeft))
}

function captionOf(
  { step, percent }: JobProgressProps['view'],
  texts: JobProgressTexts,
  stage?: string,
): string {
  if (step === 'uploading') return uploadMessages.uploading
  if (step === 'submitting') return conversionMessages.starting
  if (step === 'queued') return conversionMessages.queued
  return stage ?? texts.steps.findLast(({ fromPercent }) => percent >= fromPercent)?.text ?? ''
}
