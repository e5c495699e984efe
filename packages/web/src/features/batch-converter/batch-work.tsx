/** How far a batch is as a whole. */
import { batchMessages } from '@filesmith/contract/messages/batch'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { RefObject } from 'react'
import type { JobView } from '../../lib/job-view.ts'
import { WorkPanel } from '../../ui/work-panel.tsx'

interface BatchWorkProps {
  readonly view: Extract<JobView<BatchState>, { phase: 'working' }>
  readonly fileCount: number
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly onCancel: () => void
}

export function BatchWork({ view, fileCount, panelRef, onCancel }: BatchWorkProps) {
  const { state, step, percent } = view
  const ended = state?.files.filter(({ status }) => isFinished(status)).length ?? 0
  const isCancelling = step === 'cancelling'
  return (
    <WorkPanel
      panelRef={panelRef}
      title={batchMessages.working}
      percent={percent}
      progressLabel={batchMessages.progress}
      caption={
        step === 'handing-over'
          ? conversionMessages.starting
          : batchMessages.done(ended, state?.files.length ?? fileCount)
      }
      cancelLabel={isCancelling ? conversionMessages.cancelling : conversionMessages.cancel}
      isCancelling={isCancelling}
      onCancel={onCancel}
    />
  )
}
