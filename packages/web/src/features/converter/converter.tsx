/** Single-file converter, configured by a tool definition: drop zone, options, progress and result. */

import { toMegabytes } from '@filesmith/contract/bytes'
import { type FormatId, formatFacts } from '@filesmith/contract/formats'
import { maxBytesFor } from '@filesmith/contract/limits'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { PlanId } from '@filesmith/contract/plans'
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import { allOutputs, type ConverterTool } from '@filesmith/contract/tools/tool'
import { fitsVideoBox, videoQualities } from '@filesmith/contract/video-quality'
import { Plus } from 'lucide-react'
import { type ComponentType, lazy, type MouseEvent, Suspense, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { localFileOf } from '../../lib/file-list/listed-file.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { PageChoice } from '../../lib/page-choice.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import type { LoadWaitScreen, WaitScreenProps } from '../../lib/wait-overlay.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/switch.tsx'
import { AdvancedOptions } from './advanced-options.tsx'
import { type ConversionOptions, withoutPage } from './conversion-options.ts'
import { ConversionResultCard } from './conversion-result-card.tsx'
import { describePixels } from './describe-media.ts'
import { ImageComparison } from './image-comparison.tsx'
import type { ModeSwitch } from './mode-switch.ts'
import { outputLabel } from './output-label.ts'
import { UploadCard } from './upload-card.tsx'
import { useConverter } from './use-converter.ts'

const ConversionOverlay = lazy(async () => ({
  default: (await import('./conversion-overlay.tsx')).ConversionOverlay,
}))

const { pages: pageTexts } = conversionMessages

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

/** Below this the engine may exceed the source bitrate where the new codec needs more for the same quality. */
const lowBitrateKbps = 64

interface OptionsPanelProps {
  readonly tool: ConverterTool
  /** Without it, advanced options and premium formats are not offered. */
  readonly plan?: PlanId
  readonly options: ConversionOptions
  readonly onChange: (options: ConversionOptions) => void
  /** Details of the selected file, if known. */
  readonly media: MediaDetails | null | undefined
  /** Of the selected image, or of the one with the most. */
  readonly pages: number
  /** For several images. */
  readonly isEach?: boolean
  readonly isDisabled?: boolean
}

export function OptionsPanel({
  tool,
  plan,
  options,
  onChange,
  media,
  pages,
  isEach = false,
  isDisabled = false,
}: OptionsPanelProps) {
  const headingId = useId()
  const [hasMore, setHasMore] = useState(false)
  const isMore = tool.moreOutputs?.includes(options.outputFormat) === true
  const outputs = hasMore || isMore ? allOutputs(tool) : tool.outputs
  const markdownImages = options.images ?? tool.markdownImages?.choices[0]?.value ?? ''
  /** The button disappears, so the focus moves to the first of the new choices. */
  const showMore = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const panel = currentTarget.closest('[role=group]')
    flushSync(() => setHasMore(true))
    panel?.querySelector<HTMLElement>(`input[value="${tool.moreOutputs?.[0]}"]`)?.focus()
  }
  const selectFormat = (value: string) => {
    const outputFormat = outputs.find(output => output === value)
    if (outputFormat) onChange({ ...options, outputFormat })
  }
  return (
    <Panel role="group" aria-labelledby={headingId} className="flex flex-col gap-6 p-5">
      <h3 id={headingId} className="text-lg">
        {conversionMessages.options}
      </h3>
      <ChoiceGroup
        legend={conversionMessages.outputFormat}
        choices={outputs.map(value => ({ value, label: outputLabel(tool, value) }))}
        value={options.outputFormat}
        onChange={selectFormat}
        isDisabled={isDisabled}
        note={tool.outputNotes?.[options.outputFormat] ?? conversionMessages.formatNote(options.outputFormat)}
        more={
          tool.moreOutputs && !hasMore && !isMore ? (
            <Button disabled={isDisabled} onClick={showMore}>
              <Icon of={Plus} sizePx={16} /> {conversionMessages.moreFormats}
            </Button>
          ) : null
        }
      />
      {pages > 1 ? (
        <PageChoice
          pages={pages}
          isEach={isEach}
          page={options.page}
          note={
            isEach
              ? pageTexts.eachNote(options.outputFormat, formatLabel(options.outputFormat))
              : pageTexts.note(options.outputFormat, formatLabel(options.outputFormat), pages)
          }
          isDisabled={isDisabled}
          onChange={page => onChange({ ...withoutPage(options), ...(page !== undefined && { page }) })}
        />
      ) : null}
      <ChoiceGroup
        legend={tool.qualityLabel}
        choices={tool.qualities}
        value={options.quality}
        onChange={quality => onChange({ ...options, quality })}
        isDisabled={isDisabled || !isQualityUsed(tool, options.outputFormat)}
        note={qualityNote(tool, options, media)}
      />
      {tool.markdownImages && options.outputFormat === 'md' ? (
        <ChoiceGroup
          legend={tool.markdownImages.label}
          choices={tool.markdownImages.choices}
          value={markdownImages}
          onChange={images => onChange({ ...options, images })}
          isDisabled={isDisabled}
          note={tool.markdownImages.notes[markdownImages]}
        />
      ) : null}
      {tool.resolutions?.outputs.includes(options.outputFormat) ? (
        <ChoiceGroup
          legend={tool.resolutions.label}
          choices={tool.resolutions.choices}
          value={options.dpi ?? ''}
          onChange={dpi => onChange({ ...options, dpi })}
          isDisabled={isDisabled}
          note={tool.resolutions.note}
        />
      ) : null}
      {plan && (
        <AdvancedOptions
          tool={tool}
          plan={plan}
          options={options}
          onChange={onChange}
          isDisabled={isDisabled}
        />
      )}
    </Panel>
  )
}

interface ChosenOptions {
  readonly outputFormat: FormatId
  readonly quality: string
}

/** Whether the quality choice changes anything for this output. */
export function isQualityUsed(tool: ConverterTool, outputFormat: FormatId): boolean {
  return tool.call.fileKind !== 'audio' || !formatFacts(outputFormat).isLossless
}

export function qualityNote(
  tool: ConverterTool,
  { outputFormat, quality }: ChosenOptions,
  media: MediaDetails | null | undefined,
): string | undefined {
  const { fileKind } = tool.call
  if (fileKind === 'audio')
    return isQualityUsed(tool, outputFormat) ? bitrateNote(media) : conversionMessages.losslessNote
  return fileKind === 'video' ? sizeNote(quality, media) : undefined
}

function bitrateNote(media: MediaDetails | null | undefined): string {
  const { bitrateKbps, isLossless } = media?.audio ?? { bitrateKbps: null, isLossless: false }
  if (bitrateKbps === null || isLossless) return conversionMessages.bitrateNote
  const kbps = Math.round(bitrateKbps)
  return kbps < lowBitrateKbps
    ? conversionMessages.lowBitrateNote(kbps)
    : conversionMessages.bitrateNoteWith(kbps)
}

function sizeNote(quality: string, media: MediaDetails | null | undefined): string {
  const pixels = media && describePixels(media)
  const box = videoQualities.find(known => known === quality)
  const isKept = box && media?.video && fitsVideoBox(media.video, box)
  return isKept && pixels ? conversionMessages.ownSizeNote(pixels) : conversionMessages.sizeNote
}
