/** Overlay of a conversion: wait screen, password prompt, or progress with remaining time and cancel button. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { waitMessages } from '@filesmith/contract/messages/wait'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { type ConverterTool, captionAt } from '@filesmith/contract/tools/tool'
import type { ReactNode } from 'react'
import { type JobView, percentOf } from '../../lib/job/job.ts'
import { describeRemaining } from '../../lib/job/job-progress.tsx'
import { LazyFallback, onDemand } from '../../lib/on-demand.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

const FilePasswordPrompt = onDemand(
  async () => (await import('../../lib/file-password-prompt.tsx')).FilePasswordPrompt,
)

interface ConversionOverlayProps {
  readonly tool: ConverterTool
  readonly view: JobView<ConversionState>
  /** Whether it still shows how the conversion ended. */
  readonly isOutcomeOpen: boolean
  readonly fileName: string
  /** Shown before the conversion in the same overlay. */
  readonly waitScreen: ReactNode
  readonly onLeaveWait: () => void
  readonly onUnlock: (password: string) => void
  readonly onLeaveLocked: () => void
  readonly onCancel: () => void
  readonly onClose: () => void
  readonly onClosed: () => void
}

export function ConversionOverlay(props: ConversionOverlayProps) {
  const { tool, view, isOutcomeOpen, fileName, waitScreen, onLeaveWait, onCancel, onClose, onClosed } = props
  const lock = view.phase === 'idle' ? view.lock : undefined
  const isFailed = view.phase === 'idle' && !lock

  if (waitScreen)
    return (
      <Overlay isOpen title={waitMessages.title} onLeave={onLeaveWait} onClosed={onClosed}>
        {waitScreen}
      </Overlay>
    )
  return (
    <Overlay
      isOpen={view.phase === 'working' || lock !== undefined || isOutcomeOpen}
      title={<span className={cx(isFailed && isOutcomeOpen && 'text-danger')}>{titleOf(tool, view)}</span>}
      onLeave={lock ? props.onLeaveLocked : isFailed ? onClose : undefined}
      onClosed={onClosed}
    >
      {lock ? (
        <LazyFallback fallback={<div className="h-60" />}>
          <FilePasswordPrompt
            fileName={fileName}
            problem={lock.problem}
            onOpen={props.onUnlock}
            onLeave={props.onLeaveLocked}
          />
        </LazyFallback>
      ) : (
        <ConversionProgress
          tool={tool}
          view={view}
          fileName={fileName}
          onCancel={onCancel}
          onClose={onClose}
        />
      )}
    </Overlay>
  )
}

type ConversionProgressProps = Pick<
  ConversionOverlayProps,
  'tool' | 'view' | 'fileName' | 'onCancel' | 'onClose'
>

function ConversionProgress({ tool, view, fileName, onCancel, onClose }: ConversionProgressProps) {
  const isFailed = view.phase === 'idle'
  const percent = percentOf(view)
  const isCanceling = view.phase === 'working' && view.step === 'canceling'
  return (
    <>
      <p className="mt-1 truncate text-ink-muted">{fileName}</p>
      <div className="mt-6 mb-2 flex items-end justify-between gap-4">
        <p className="figures text-2xl font-semibold" aria-hidden="true">
          {Math.floor(percent)}%
        </p>
        <p className="figures pb-1 text-xs text-ink-muted">
          {view.phase === 'working' ? describeRemaining(view) : ''}
        </p>
      </div>
      <ProgressBar
        percent={percent}
        label={conversionMessages.progress}
        isStopped={isFailed}
        marks={tool.messages.captions.map(caption => caption.fromPercent).filter(mark => mark > 0)}
      />
      <div className="mt-5 flex min-h-12 items-center justify-between gap-4">
        <p role="status" className={cx('font-semibold', view.phase === 'finished' && 'text-success')}>
          {captionOf(tool, view)}
        </p>
        {view.phase === 'working' ? (
          <Button onClick={onCancel} disabled={isCanceling}>
            {isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
          </Button>
        ) : null}
        {isFailed ? <Button onClick={onClose}>{conversionMessages.close}</Button> : null}
      </div>
    </>
  )
}

function titleOf(tool: ConverterTool, view: JobView<ConversionState>): string {
  if (view.phase === 'working') return tool.messages.working
  if (view.phase === 'finished') return tool.messages.ready
  return view.lock
    ? conversionMessages.lockedTitle
    : (tool.messages.failure?.title ?? conversionMessages.failedTitle)
}

function captionOf(tool: ConverterTool, view: JobView<ConversionState>): string {
  if (view.phase === 'idle') return tool.messages.failure?.text ?? conversionMessages.failedText
  if (view.phase === 'finished') return tool.messages.complete
  if (view.step === 'submitting') return conversionMessages.starting
  if (view.step === 'queued') return conversionMessages.queued
  return captionAt(tool, view.percent)
}
