/** The Image Resizer screen: resizes one or many images. */

import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { resizeImage } from '@filesmith/contract/operations/resize-image'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import { resizeMessages } from '@filesmith/contract/tools/resize/messages'
import { CircleAlert, Images, type LucideIcon, Ruler, Sparkles } from 'lucide-react'
import type { RefObject } from 'react'
import { BatchProgress } from '../../lib/batch/batch-progress.tsx'
import { ConversionList } from '../../lib/batch/conversion-list.tsx'
import { countDone } from '../../lib/batch/describe-batch.ts'
import { describeSaving } from '../../lib/describe-saving.ts'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { formatBytes } from '../../lib/format-bytes.ts'
import { ToolPage } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { FeatureGrid } from '../../ui/feature-grid.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ResultCard } from '../../ui/result-card.tsx'
import { ResultCardActions } from '../../ui/result-card-actions.tsx'
import { ImagePreviewList } from './image-preview-list.tsx'
import { ResizeOptions } from './resize-options.tsx'
import { useResizer } from './use-resizer.ts'

const { result: texts } = resizeMessages

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
        intro: plan === 'free' ? <p className="text-ink-muted">{resizeMessages.premiumNote}</p> : null,
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
function PremiumBanner() {
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

interface ResizeResultProps {
  readonly state: BatchState
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onResizeMore: () => void
  /** Absent when the uploaded images are gone from the server. */
  readonly onOtherSize: (() => void) | undefined
  readonly onDelete: () => void
}

/** Result card of the batch with the download button. */
function ResizeResult({ state, downloadRef, onResizeMore, onOtherSize, onDelete }: ResizeResultProps) {
  const { done, failed, all } = countDone(state)
  const ready = state.files.filter(({ status }) => status === 'succeeded')
  const before = ready.reduce((sum, { originalSize }) => sum + originalSize, 0)
  const after = ready.reduce((sum, { resultSize }) => sum + (resultSize ?? 0), 0)
  return (
    <ResultCard
      heading={done > 0 ? texts.heading : texts.failedHeading}
      actions={
        <ResultCardActions
          downloadUrl={state.downloadUrl}
          downloadLabel={all > 1 ? texts.downloadAll : texts.download}
          downloadRef={downloadRef}
          others={[
            { label: texts.more, onPress: onResizeMore },
            { label: texts.otherSize, onPress: onOtherSize },
          ]}
          expiresAt={ready[0]?.expiresAt ?? null}
          onDelete={onDelete}
        />
      }
    >
      <div>
        <p className="text-base font-semibold">
          {done === 0
            ? resizeMessages.noneSucceeded(all)
            : done === all
              ? resizeMessages.succeeded
              : resizeMessages.partlySucceeded(done, all)}
        </p>
        {done > 0 ? (
          <p className="figures text-xs text-ink-muted">
            {[
              `${formatBytes(before)} → ${formatBytes(after)}`,
              describeSaving(before, after),
              ...(all > 1 ? [texts.asZip(done)] : []),
            ].join(' · ')}
          </p>
        ) : null}
      </div>
      {failed > 0 ? (
        <p className="flex items-start gap-2 rounded bg-danger-wash p-3">
          <Icon of={CircleAlert} className="mt-px text-danger" />
          <span className="font-semibold text-danger">{texts.failures(failed)}</span>
        </p>
      ) : null}
    </ResultCard>
  )
}
