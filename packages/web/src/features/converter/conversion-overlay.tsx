/** Overlay of a conversion: wait screen, password prompt, or progress with remaining time and cancel button. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { waitMessages } from '@filesmith/contract/messages/wait'
import { type ConverterTool, captionAt } from '@filesmith/contract/tools/tool'
import type { ReactNode } from 'react'
import { formatDuration } from '../../lib/format-duration.ts'
import { LazyFallback, onDemand } from '../../lib/on-demand.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { type ConversionView, viewPercent } from './conversion-progress.ts'

const FilePasswordPrompt = onDemand(
  async () => (await import('../../lib/file-password-prompt.tsx')).FilePasswordPrompt,
)

interface ConversionOverlayProps {
  readonly tool: ConverterTool
  readonly view: ConversionView
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
  const { tool, view, fileName, waitScreen, onLeaveWait, onCancel, onClose, onClosed } = props
  const isFailed = view.phase === 'failed'
  const isLocked = view.phase === 'locked'
  const isOpen = view.phase === 'succeeded' ? view.isOverlayOpen : view.phase !== 'idle'

  if (waitScreen)
    return (
      <Overlay isOpen title={waitMessages.title} onLeave={onLeaveWait} onClosed={onClosed}>
        {waitScreen}
      </Overlay>
    )
  return (
    <Overlay
      isOpen={isOpen}
      title={<span className={cx(isFailed && 'text-danger')}>{titleOf(tool, view)}</span>}
      onLeave={isLocked ? props.onLeaveLocked : isFailed ? onClose : undefined}
      onClosed={onClosed}
    >
      {isLocked ? (
        <LazyFallback fallback={<div className="h-60" />}>
          <FilePasswordPrompt
            fileName={fileName}
            problem={view.problem}
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
  const isFailed = view.phase === 'failed'
  const percent = viewPercent(view)
  const isCanceling = view.phase === 'working' && view.step === 'canceling'
  const secondsLeft = view.phase === 'working' ? view.secondsLeft : null
  return (
    <>
      <p className="mt-1 truncate text-ink-muted">{fileName}</p>
      <div className="mt-6 mb-2 flex items-end justify-between gap-4">
        <p className="figures text-2xl font-semibold" aria-hidden="true">
          {Math.floor(percent)}%
        </p>
        <p className="figures pb-1 text-xs text-ink-muted">
          {secondsLeft === null ? '' : conversionMessages.secondsLeft(formatDuration(secondsLeft))}
        </p>
      </div>
      <ProgressBar
        percent={percent}
        label={conversionMessages.progress}
        isStopped={isFailed}
        marks={tool.messages.captions.map(caption => caption.fromPercent).filter(mark => mark > 0)}
      />
      <div className="mt-5 flex min-h-12 items-center justify-between gap-4">
        <p role="status" className={cx('font-semibold', view.phase === 'succeeded' && 'text-success')}>
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

function titleOf(tool: ConverterTool, view: ConversionView): string {
  if (view.phase === 'failed') return tool.messages.failure?.title ?? conversionMessages.failedTitle
  if (view.phase === 'locked') return conversionMessages.lockedTitle
  return view.phase === 'succeeded' ? tool.messages.ready : tool.messages.working
}

function captionOf(tool: ConverterTool, view: ConversionView): string {
  if (view.phase === 'failed') return tool.messages.failure?.text ?? conversionMessages.failedText
  if (view.phase === 'succeeded') return tool.messages.complete
  if (view.phase !== 'working') return ''
  if (view.step === 'submitting') return conversionMessages.starting
  if (view.step === 'queued') return conversionMessages.queued
  return captionAt(tool, view.percent)
}
