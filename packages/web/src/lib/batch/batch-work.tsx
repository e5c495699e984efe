/** How far several files are as a whole. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { RefObject } from 'react'
import { ProgressPanel } from '../../ui/progress-panel.tsx'
import type { JobView } from '../job-view.ts'

interface BatchWorkProps {
  readonly view: Extract<JobView<BatchState>, { phase: 'working' }>
  readonly fileCount: number
  readonly words: {
    readonly title: string
    readonly progress: string
    readonly done: (done: number, all: number) => string
  }
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly onCancel: () => void
}

export function BatchWork({ view, fileCount, words, panelRef, onCancel }: BatchWorkProps) {
  const { state, step, percent } = view
  const ended = state?.files.filter(({ status }) => isFinished(status)).length ?? 0
  const isCanceling = step === 'cancelling'
  return (
    <ProgressPanel
      panelRef={panelRef}
      title={words.title}
      percent={percent}
      progressLabel={words.progress}
      caption={
        step === 'handing-over'
          ? conversionMessages.starting
          : words.done(ended, state?.files.length ?? fileCount)
      }
      cancelLabel={isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
      isCanceling={isCanceling}
      onCancel={onCancel}
    />
  )
}
