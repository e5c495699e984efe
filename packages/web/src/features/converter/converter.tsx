/** Single-file converter, configured by a tool definition: drop zone, options, progress and result. */

import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { localFileOf } from '../../lib/file-list/listed-file.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { toasts } from '../../lib/toast-store.ts'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import type { LoadWaitScreen, WaitScreenProps } from '../../lib/wait-overlay.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ConversionResultCard } from './conversion-result-card.tsx'
import { ImageComparison } from './image-comparison.tsx'
import type { ModeSwitch } from './mode-switch.ts'
import { OptionsPanel } from './options-panel.tsx'
import { UploadCard } from './upload-card.tsx'
import { useConverter } from './use-converter.ts'

const ConversionOverlay = lazy(async () => ({
  default: (await import('./conversion-overlay.tsx')).ConversionOverlay,
}))

interface ConverterProps {
  readonly tool: ConverterTool
  /** Whether it is visible and handles drops and pastes on the page. */
  readonly isActive: boolean
  /** Another tool above it handles drops outside both and has the sticky action bar. */
  readonly isSecondary?: boolean
  /** Wait screen before the conversion on the Free plan, for tools that have one. */
  readonly loadWaitScreen?: LoadWaitScreen
  readonly modeSwitch?: ModeSwitch
  /** Takes over when several files are chosen; without it, only the first is used. */
  readonly onSeveral?: (files: readonly File[]) => void
}

export function Converter(props: ConverterProps) {
  const { tool, isActive, isSecondary = false, loadWaitScreen, modeSwitch, onSeveral } = props
  const plan = usePlan()
  const maxBytes = maxBytesFor(tool.call.maxBytes, plan)
  const unavailable = useUnavailableReason(tool.operation)
  const isUnavailable = unavailable !== undefined
  const converter = useConverter(tool, { plan, hasWaitScreen: loadWaitScreen !== undefined, modeSwitch })
  const { job, upload, inspection, phase } = converter
  return (
    <ToolPage
      frame={{
        heading: tool.heading,
        aside: modeSwitch ? (
          <Switch
            ref={modeSwitch.ref}
            label={modeSwitch.label}
            isOn={modeSwitch.isOn}
            onChange={converter.switchMode}
          />
        ) : null,
      }}
      job={{ view: converter.shownView, reset: job.reset }}
      phase={phase}
      unavailable={unavailable}
      layout="halves"
      input={
        <ConverterDropZone
          tool={tool}
          converter={converter}
          maxBytes={maxBytes}
          isDisabled={isUnavailable || phase === 'working'}
          isListening={isActive}
          isAreaOnly={isSecondary}
          onSeveral={onSeveral}
        />
      }
      options={
        isUnavailable || converter.hasOptions ? (
          <OptionsPanel
            tool={tool}
            plan={plan}
            options={converter.options}
            onChange={converter.setOptions}
            media={inspection.details?.media}
            pages={inspection.details?.pages ?? 1}
            isDisabled={isUnavailable}
          />
        ) : null
      }
      result={(state, downloadRef) => (
        <ConversionResultCard
          tool={tool}
          state={state}
          downloadRef={downloadRef}
          onConvertAnother={converter.clear}
          onBackToOptions={upload?.sending.phase === 'complete' ? job.reset : undefined}
          onDelete={job.deleteResult}
          comparison={
            tool.inputKind === 'image' ? (
              <ImageComparison
                file={localFileOf(upload)}
                previewUrl={inspection.details?.previewUrl}
                result={state}
              />
            ) : null
          }
        />
      )}
      notice={converter.failureCard ? <FailureCard {...converter.failureCard} /> : null}
      action={{
        label: tool.convertLabel,
        workingLabel: tool.convertLabel,
        blocked: converter.blocked,
        isSticky: !isSecondary || upload !== undefined,
        onStart: converter.convert,
        onStartOver:
          upload?.sending.phase === 'complete' || modeSwitch?.isOn ? converter.startOver : undefined,
      }}
      overlay={restoreFocus => (
        <ConverterOverlay
          tool={tool}
          converter={converter}
          loadWaitScreen={loadWaitScreen}
          isWaiting={converter.isWaiting && isActive}
          onClosed={restoreFocus}
        />
      )}
    />
  )
}

interface FailureCardProps {
  readonly text: string
  readonly reason: string
}

/** Persistent error card: what failed, and the reason given by the server. */
function FailureCard({ text, reason }: FailureCardProps) {
  return (
    <div role="alert" className="rounded border border-danger bg-danger-wash p-4">
      <p className="font-semibold">{text}</p>
      <p className="mt-1">{reason}</p>
    </div>
  )
}

interface ConverterDropZoneProps {
  readonly tool: ConverterTool
  readonly converter: ReturnType<typeof useConverter>
  readonly maxBytes: number
  readonly isDisabled: boolean
  readonly isListening: boolean
  readonly isAreaOnly: boolean
  readonly onSeveral: ConverterProps['onSeveral']
}

/** Drop zone of a converter, which shows the upload card once a file is selected. */
function ConverterDropZone({ tool, converter, maxBytes, onSeveral, ...zone }: ConverterDropZoneProps) {
  const { upload, inspection } = converter
  const accepts = uploadMessages.accepts(tool.namedInputs.map(formatLabel), toMegabytes(maxBytes))
  return (
    <DropZone
      icon={<FileIcon kind={tool.inputKind} />}
      prompt={tool.dropPrompt ?? uploadMessages.dropPrompt(tool.inputKind)}
      hint={onSeveral ? `${accepts} ${uploadMessages.several}` : accepts}
      accept={tool.accept}
      extensions={tool.extensions}
      maxBytes={maxBytes}
      refusals={
        tool.refusals && {
          'wrong-type': tool.refusals.wrongType,
          'too-large': tool.refusals.tooLarge(toMegabytes(maxBytes)),
        }
      }
      onRefused={title => toasts.show({ title, variant: 'destructive' })}
      {...zone}
      isMultiple={onSeveral !== undefined}
      onFiles={files => (onSeveral && files.length > 1 ? onSeveral(files) : converter.selectFile(files))}
      content={
        upload && (
          <UploadCard
            tool={tool}
            upload={upload}
            inspection={inspection}
            isConverted={converter.phase === 'finished'}
            onRetry={() => converter.job.list.retry(upload.key)}
            onClear={converter.clear}
          />
        )
      }
    />
  )
}

interface ConverterOverlayProps {
  readonly tool: ConverterTool
  readonly converter: ReturnType<typeof useConverter>
  readonly loadWaitScreen: LoadWaitScreen | undefined
  readonly isWaiting: boolean
  readonly onClosed: () => void
}

/** Lazy-loads the conversion overlay with the first file, to keep it out of the initial bundle. */
function ConverterOverlay(props: ConverterOverlayProps) {
  const { tool, converter, loadWaitScreen, isWaiting, onClosed } = props
  const { job, upload } = converter
  const { view } = job
  const hasStarted = upload !== undefined || view.phase !== 'idle'
  // Stays mounted, so that closing animates.
  const [isMounted, setIsMounted] = useState(hasStarted)
  if (hasStarted && !isMounted) setIsMounted(true)
  const [WaitScreen, setWaitScreen] = useState<ComponentType<WaitScreenProps>>()
  // Prefetched with the first file; retried when it is needed if that failed.
  useEffect(() => {
    if (!isMounted && !isWaiting) return
    loadWaitScreen?.().then(
      screen => setWaitScreen(() => screen),
      () => undefined,
    )
  }, [isMounted, isWaiting, loadWaitScreen])
  if (!isMounted) return null
  return (
    <Suspense>
      <ConversionOverlay
        tool={tool}
        view={view}
        isOutcomeOpen={converter.isOutcomeOpen}
        fileName={converter.fileName}
        waitScreen={
          isWaiting ? (
            WaitScreen ? (
              <WaitScreen
                seconds={tool.waitSeconds}
                onContinue={converter.startNow}
                onLeave={converter.leaveWait}
              />
            ) : (
              <div className="h-96" />
            )
          ) : null
        }
        onLeaveWait={converter.leaveWait}
        onUnlock={converter.unlock}
        onLeaveLocked={job.reset}
        onCancel={job.cancel}
        onClose={converter.closeOutcome}
        onClosed={onClosed}
      />
    </Suspense>
  )
}
