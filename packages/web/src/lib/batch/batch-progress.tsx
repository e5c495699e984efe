/** Overall progress of a batch. */

import { isFinished } from '@filesmith/contract/conversion-status'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import type { RefObject } from 'react'
import { ProgressPanel } from '../../ui/progress-panel.tsx'
import type { WorkingView } from '../job/job.ts'
import { describeRemaining } from '../job/job-progress.tsx'

interface BatchProgressProps {
  readonly view: WorkingView<BatchState>
  readonly fileCount: number
  readonly texts: {
    readonly title: string
    readonly progress: string
    readonly done: (done: number, all: number) => string
  }
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly onCancel: () => void
}

export function BatchProgress({ view, fileCount, texts, panelRef, onCancel }: BatchProgressProps) {
  const { state, step, percent } = view
  const finishedCount = state?.files.filter(({ status }) => isFinished(status)).length ?? 0
  const isCanceling = step === 'canceling'
  return (
    <ProgressPanel
      panelRef={panelRef}
      title={texts.title}
      percent={percent}
      progressLabel={texts.progress}
      caption={
        step === 'uploading'
          ? uploadMessages.uploading
          : step === 'submitting'
            ? conversionMessages.starting
            : texts.done(finishedCount, state?.files.length ?? fileCount)
      }
      aside={describeRemaining(view)}
      cancelLabel={isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
      isCanceling={isCanceling}
      onCancel={onCancel}
    />
  )
}
