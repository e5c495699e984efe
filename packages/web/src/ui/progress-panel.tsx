/** Progress panel beside a file list: overall progress, current step and cancel button. */
import type { ReactNode, RefObject } from 'react'
import { Button } from './button.tsx'
import { Panel } from './panel.tsx'
import { ProgressBar } from './progress-bar.tsx'

interface ProgressPanelProps {
  readonly title: string
  readonly percent: number
  readonly progressLabel: string
  /** Current step; announced to screen readers when it changes. */
  readonly caption: string
  /** Remaining time, for example. */
  readonly aside?: ReactNode
  readonly cancelLabel: string
  readonly isCanceling: boolean
  readonly onCancel: () => void
  readonly panelRef: RefObject<HTMLDivElement | null>
}

export function ProgressPanel(props: ProgressPanelProps) {
  const { title, percent, progressLabel, caption, aside, cancelLabel, isCanceling, onCancel, panelRef } =
    props
  return (
    <Panel
      ref={panelRef}
      role="group"
      aria-label={title}
      tabIndex={-1}
      className="flex flex-col gap-4 self-start p-5 outline-none max-md:order-first md:sticky md:top-20"
    >
      <h3 className="text-lg">{title}</h3>
      <div>
        <div className="mb-2 flex items-end justify-between gap-4">
          <p className="figures text-2xl font-semibold" aria-hidden="true">
            {Math.floor(percent)}%
          </p>
          <p className="figures pb-1 text-xs text-ink-muted">{aside}</p>
        </div>
        <ProgressBar percent={percent} label={progressLabel} />
      </div>
      <div className="flex min-h-12 items-center justify-between gap-4">
        <p role="status" className="font-semibold">
          {caption}
        </p>
        <Button onClick={onCancel} disabled={isCanceling}>
          {cancelLabel}
        </Button>
      </div>
    </Panel>
  )
}
