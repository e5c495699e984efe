/** The Image Resizer screen: resizes one or many images. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { resizeMessages } from '@filesmith/contract/messages/resize'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { resizeImage } from '@filesmith/contract/operations/resize-image'
import { plans } from '@filesmith/contract/plans'
import { type RefObject, useId, useRef } from 'react'
import { ActionBar } from '../../lib/action-bar.tsx'
import { BatchProgress } from '../../lib/batch/batch-progress.tsx'
import { ConversionList } from '../../lib/batch/conversion-list.tsx'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { cx } from '../../ui/cx.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { ToolHeading } from '../../ui/tool-heading.tsx'
import { UnavailableNotice } from '../../ui/unavailable-notice.tsx'
import { ImagePreviewList } from './image-preview-list.tsx'
import { ResizeOptions } from './resize-options.tsx'
import { ResizeResult } from './resize-result.tsx'
import { useResizer } from './use-resizer.ts'

interface ImageResizerProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

export function ImageResizer({ isActive }: ImageResizerProps) {
  const plan = usePlan()
  const maxBytes = maxBytesFor(resizeImage.maxBytes, plan)
  const reason = useUnavailableReason('resize-image')
  const isUnavailable = reason !== undefined
  const resizer = useResizer(plan, maxBytes)
  const { list, view } = resizer
  const isIdle = view.phase === 'idle'
  const hasFiles = list.files.length > 0
  const isWide = hasFiles || !isIdle

  const headingId = useId()
  const resizeRef = useRef<HTMLButtonElement>(null)
  const progressRef = useRef<HTMLDivElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)
  useFocusOnPhase(view.phase, { idle: resizeRef, working: progressRef, finished: downloadRef }[view.phase])

  const images = hasFiles ? <ImagePreviewList resizer={resizer} /> : undefined
  const conversions = isIdle ? undefined : (
    <ConversionList files={list.files} states={view.state?.files} onRetry={resizer.retry} />
  )
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <ToolHeading id={headingId} text={resizeMessages.heading}>
        {uploadMessages.kept(plans[plan].storageHours)}
      </ToolHeading>
      <p className="text-ink-muted">{resizeMessages.premiumNote}</p>
      {isUnavailable ? <UnavailableNotice reason={reason} /> : null}
      <div className={cx('grid gap-5', isWide && 'md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]')}>
        <FilesZone
          icon={<FileIcon kind="image" />}
          prompt={resizeMessages.dropPrompt}
          hint={resizeMessages.accepts(toMegabytes(maxBytes))}
          accept="image/*"
          isDisabled={isUnavailable || !isIdle}
          isListening={isActive}
          onPicked={resizer.addPicked}
          notes={isIdle ? resizer.notes : []}
          content={conversions ?? images}
        />
        {isIdle && hasFiles ? (
          <ResizeOptions resizer={resizer} plan={plan} isDisabled={isUnavailable} />
        ) : null}
        <ResizeJob resizer={resizer} progressRef={progressRef} downloadRef={downloadRef} />
      </div>
      {view.phase === 'finished' ? null : (
        <ActionBar
          convertLabel={isIdle ? resizeMessages.resize : resizeMessages.resizing}
          convertRef={resizeRef}
          problem={resizer.complaint}
          isAllowanceUsed={resizer.needsPlan}
          isDisabled={isUnavailable || !isIdle}
          onConvert={resizer.resize}
          onStartOver={hasFiles && isIdle ? resizer.startOver : undefined}
        />
      )}
    </section>
  )
}

interface ResizeJobProps {
  readonly resizer: ReturnType<typeof useResizer>
  readonly progressRef: RefObject<HTMLDivElement | null>
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
}

/** Progress of the server job, then its result. */
function ResizeJob({ resizer, progressRef, downloadRef }: ResizeJobProps) {
  const { view, list } = resizer
  if (view.phase === 'idle') return null
  if (view.phase === 'working')
    return (
      <BatchProgress
        view={view}
        fileCount={list.files.length}
        texts={resizeMessages.work}
        panelRef={progressRef}
        onCancel={resizer.cancel}
      />
    )
  return (
    <ResizeResult
      state={view.state}
      downloadRef={downloadRef}
      onResizeMore={resizer.startOver}
      onOtherSize={list.files.length > 0 ? resizer.backToOptions : undefined}
      onDelete={resizer.deleteResult}
    />
  )
}
