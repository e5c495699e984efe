/** The GIF Maker screen: turns a part of a video, or a sequence of images, into an animated GIF. */

import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { createGif } from '@filesmith/contract/operations/create-gif'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { gifMessages } from '@filesmith/contract/tools/gif/messages'
import { Clapperboard, Images, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { localFileOf } from '../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { JobProgress } from '../../lib/job/job-progress.tsx'
import { ToolPage } from '../../lib/tool-page.tsx'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { FeatureGrid } from '../../ui/feature-grid.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { ResultCard } from '../../ui/result-card.tsx'
import { ResultCardActions } from '../../ui/result-card-actions.tsx'
import { acceptedFiles } from './accepted-files.ts'
import { PreviewPanel } from './preview/preview-panel.tsx'
import { SelectedFiles } from './selected-files.tsx'
import { GifSettingsPanel } from './settings/gif-settings-panel.tsx'
import { useGifMaker } from './use-gif-maker.ts'
import { openVideoReader, type VideoReader } from './video/video-reader.ts'

const { result: texts } = gifMessages

interface GifMakerProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

export function GifMaker({ isActive }: GifMakerProps) {
  const plan = usePlan()
  const maxBytes = maxBytesFor(createGif.maxBytes, plan)
  const unavailable = useUnavailableReason('create-gif')
  const isUnavailable = unavailable !== undefined
  const maker = useGifMaker(maxBytes)
  const { job, source } = maker
  const { list, view } = job
  const isIdle = view.phase === 'idle'
  const hasFiles = list.files.length > 0
  const isVideo = source.kind === 'video'
  const videoUrl = useObjectUrl(isVideo ? localFileOf(source.first) : undefined, 0)
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

/** VideoReader of the selected video, while the browser can play it. */
function useVideoReader(url: string | undefined): VideoReader | undefined {
  const [reader, setReader] = useState<VideoReader>()
  useEffect(() => {
    if (url === undefined) return
    const opened = openVideoReader(url)
    setReader(opened)
    return () => {
      setReader(undefined)
      opened.close()
    }
  }, [url])
  return reader
}

interface GifResultProps {
  readonly state: ConversionState
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
  readonly onMakeAnother: () => void
  /** Absent when the uploaded files are gone from the server. */
  readonly onChangeSettings: (() => void) | undefined
  readonly onDelete: () => void
}

/** Result card that plays the finished GIF and offers the download. */
function GifResult({ state, downloadRef, onMakeAnother, onChangeSettings, onDelete }: GifResultProps) {
  const { downloadUrl, convertedFormat, resultSize, notes } = state
  const mediaStyle = 'checkerboard max-h-80 max-w-full rounded border border-line'
  return (
    <ResultCard
      heading={texts.heading}
      actions={
        <ResultCardActions
          downloadUrl={downloadUrl}
          downloadLabel={conversionMessages.result.download}
          downloadRef={downloadRef}
          others={[
            { label: texts.another, onPress: onMakeAnother },
            { label: texts.change, onPress: onChangeSettings },
          ]}
          expiresAt={state.expiresAt}
          onDelete={onDelete}
        />
      }
    >
      {downloadUrl === null ? (
        <p className="font-semibold text-danger">{gifMessages.downloadMissing.description}</p>
      ) : (
        <div className="grid place-items-center">
          {convertedFormat === 'mp4' ? (
            <video
              src={downloadUrl}
              controls
              loop
              muted
              playsInline
              aria-label={texts.image}
              className={mediaStyle}
            />
          ) : (
            <img src={downloadUrl} alt={texts.image} className={mediaStyle} />
          )}
        </div>
      )}
      <p className="figures text-center">
        <span className="font-semibold">{formatLabel(convertedFormat)}</span>
        {resultSize === null ? '' : ` · ${formatBytes(resultSize)}`}
      </p>
      {notes.map(note => (
        <p key={note} className="text-ink-muted">
          {note}
        </p>
      ))}
    </ResultCard>
  )
}
