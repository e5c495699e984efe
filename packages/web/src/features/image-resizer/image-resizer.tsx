/** The Image Resizer screen: resizes one or many images. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { resizeMessages } from '@filesmith/contract/messages/resize'
import { resizeImage } from '@filesmith/contract/operations/resize-image'
import { BatchProgress } from '../../lib/batch/batch-progress.tsx'
import { ConversionList } from '../../lib/batch/conversion-list.tsx'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
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
  const unavailable = useUnavailableReason('resize-image')
  const isUnavailable = unavailable !== undefined
  const resizer = useResizer(plan, maxBytes)
  const { job } = resizer
  const { list, view } = job
  const isIdle = view.phase === 'idle'
  const hasFiles = list.files.length > 0

  const images = hasFiles ? <ImagePreviewList resizer={resizer} /> : undefined
  const conversions = isIdle ? undefined : (
    <ConversionList files={list.files} states={view.state?.files} onRetry={job.retry} />
  )
  return (
    <ToolPage
      frame={{
        heading: resizeMessages.heading,
        intro: <p className="text-ink-muted">{resizeMessages.premiumNote}</p>,
      }}
      job={job}
      unavailable={unavailable}
      input={
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
      }
      options={
        isIdle && hasFiles ? <ResizeOptions resizer={resizer} plan={plan} isDisabled={isUnavailable} /> : null
      }
      progress={panelRef =>
        view.phase === 'working' ? (
          <BatchProgress
            view={view}
            fileCount={list.files.length}
            texts={resizeMessages.work}
            panelRef={panelRef}
            onCancel={job.cancel}
          />
        ) : null
      }
      result={(state, downloadRef) => (
        <ResizeResult
          state={state}
          downloadRef={downloadRef}
          onResizeMore={resizer.startOver}
          onOtherSize={hasFiles ? job.reset : undefined}
          onDelete={job.deleteResult}
        />
      )}
      action={{
        label: resizeMessages.resize,
        workingLabel: resizeMessages.resizing,
        blocked: resizer.blocked,
        onStart: resizer.resize,
        onStartOver: hasFiles ? resizer.startOver : undefined,
      }}
    />
  )
}
