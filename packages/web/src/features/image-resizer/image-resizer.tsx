/** The Image Resizer screen: resizes one or many images. */

import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { resizeMessages } from '@filesmith/contract/messages/resize'
import { resizeImage } from '@filesmith/contract/operations/resize-image'
import { Images, type LucideIcon, Ruler, Sparkles } from 'lucide-react'
import { BatchProgress } from '../../lib/batch/batch-progress.tsx'
import { ConversionList } from '../../lib/batch/conversion-list.tsx'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { FeatureGrid } from '../../ui/feature-grid.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
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

const featureIcons: Readonly<Record<(typeof resizeMessages.features)[number]['id'], LucideIcon>> = {
  exact: Ruler,
  sharp: Sparkles,
  many: Images,
}

/** Three cards about the features of the image resizer, and what the plans add. */
export function ResizeFeatures() {
  return (
    <>
      {usePlan() === 'free' ? <PremiumBanner /> : null}
      <FeatureGrid
        features={resizeMessages.features.map(card => ({ ...card, icon: featureIcons[card.id] }))}
      />
    </>
  )
}

/** Banner about the premium features, linking to the plans. */
export function PremiumBanner() {
  const { banner } = resizeMessages
  return (
    <aside
      aria-label={banner.heading}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded border border-line-strong bg-surface-sunken p-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="text-base">{banner.heading}</h3>
        <p className="mt-1 text-ink-muted">{banner.text}</p>
      </div>
      <LinkButton to="/premium" className="max-sm:w-full">
        {banner.upgrade}
      </LinkButton>
    </aside>
  )
}
