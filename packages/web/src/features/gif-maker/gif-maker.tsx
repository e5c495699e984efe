/** The GIF Maker screen: turns a part of a video, or a sequence of images, into an animated GIF. */

import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { gifMessages } from '@filesmith/contract/messages/gif'
import { operations } from '@filesmith/contract/operations/registry'
import { Clapperboard, Images, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { JobProgress } from '../../lib/job/job-progress.tsx'
import { ToolPage } from '../../lib/tool-page.tsx'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { FeatureGrid } from '../../ui/feature-grid.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { acceptedFiles } from './accepted-files.ts'
import { GifResult } from './gif-result.tsx'
import { PreviewPanel } from './preview/preview-panel.tsx'
import { SelectedFiles } from './selected-files.tsx'
import { GifSettingsPanel } from './settings/gif-settings-panel.tsx'
import { useGifMaker } from './use-gif-maker.ts'
import { useVideoReader } from './video/use-video-reader.ts'

interface GifMakerProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

export function GifMaker({ isActive }: GifMakerProps) {
  const plan = usePlan()
  const maxBytes = maxBytesFor(operations['create-gif'].maxBytes, plan)
  const unavailable = useUnavailableReason('create-gif')
  const isUnavailable = unavailable !== undefined
  const maker = useGifMaker(maxBytes)
  const { job, source } = maker
  const { list, view } = job
  const isIdle = view.phase === 'idle'
  const hasFiles = list.files.length > 0
  const isVideo = source.kind === 'video'
  const videoUrl = useObjectUrl(isVideo ? source.first?.file : undefined, 0)
  const reader = useVideoReader(isVideo && source.canPlay ? videoUrl : undefined)
  // As soon as one file is uploaded; the others may still be uploading.
  const hasOptions = isIdle && list.files.some(({ sending }) => sending.phase === 'complete')
  return (
    <ToolPage
      frame={{
        heading: gifMessages.heading,
        intro: <p className="text-ink-muted">{gifMessages.advice}</p>,
      }}
      job={job}
      unavailable={unavailable}
      gridClass="md:grid-rows-[auto_1fr]"
      input={
        <FilesZone
          icon={<FileIcon kind="video" />}
          prompt={gifMessages.dropPrompt}
          hint={gifMessages.accepts(toMegabytes(maxBytes))}
          accept={acceptedFiles}
          isDisabled={isUnavailable || !isIdle}
          isListening={isActive}
          onPicked={maker.addPicked}
          notes={isIdle ? maker.notes : []}
          content={
            hasFiles || !isIdle ? (
              <SelectedFiles maker={maker} videoUrl={videoUrl} reader={reader} />
            ) : undefined
          }
        />
      }
      options={
        hasOptions ? (
          <>
            <div className="min-w-0 self-start md:sticky md:top-20 md:row-span-2">
              <GifSettingsPanel
                settings={maker.settings}
                onChange={maker.setSettings}
                isVideo={isVideo}
                lengthSeconds={source.lengthSeconds}
                isDisabled={isUnavailable}
              />
            </div>
            <PreviewPanel maker={maker} videoUrl={videoUrl} reader={reader} isActive={isActive} />
          </>
        ) : null
      }
      progress={panelRef =>
        view.phase === 'working' ? (
          <JobProgress view={view} texts={gifMessages.work} panelRef={panelRef} onCancel={job.cancel} />
        ) : null
      }
      result={(state, downloadRef) => (
        <GifResult
          state={state}
          downloadRef={downloadRef}
          onMakeAnother={maker.startOver}
          onChangeSettings={hasFiles ? job.reset : undefined}
          onDelete={job.deleteResult}
        />
      )}
      action={{
        label: gifMessages.create,
        workingLabel: gifMessages.creating,
        blocked: maker.blocked,
        onStart: maker.create,
        onStartOver: hasFiles ? maker.startOver : undefined,
      }}
    />
  )
}

const featureIcons: Readonly<Record<(typeof gifMessages.features)[number]['id'], LucideIcon>> = {
  video: Clapperboard,
  images: Images,
  control: SlidersHorizontal,
}

/** Three cards about the features of the GIF maker. */
export function GifFeatures() {
  return (
    <FeatureGrid features={gifMessages.features.map(card => ({ ...card, icon: featureIcons[card.id] }))} />
  )
}
