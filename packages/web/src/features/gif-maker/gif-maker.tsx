/** The GIF Maker screen: turns a part of a video, or a sequence of images, into an animated GIF. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { maxBytesFor } from '@filesmith/contract/limits'
import { gifMessages } from '@filesmith/contract/messages/gif'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { operations } from '@filesmith/contract/operations/registry'
import { plans } from '@filesmith/contract/plans'
import { type RefObject, useId, useRef } from 'react'
import { ActionBar } from '../../lib/action-bar.tsx'
import { FilesZone } from '../../lib/file-list/files-zone.tsx'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { ToolHeading } from '../../ui/tool-heading.tsx'
import { UnavailableNotice } from '../../ui/unavailable-notice.tsx'
import { acceptedFiles } from './accepted-files.ts'
import { GifProgress } from './gif-progress.tsx'
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
  const reason = useUnavailableReason('create-gif')
  const isUnavailable = reason !== undefined
  const maker = useGifMaker(maxBytes)
  const { list, view, source } = maker
  const isIdle = view.phase === 'idle'
  const hasFiles = list.files.length > 0
  const isVideo = source.kind === 'video'
  const videoUrl = useObjectUrl(isVideo ? source.first?.file : undefined, 0)
  const reader = useVideoReader(isVideo && source.canPlay ? videoUrl : undefined)
  // As soon as one file is uploaded; the others may still be uploading.
  const hasOptions = isIdle && list.files.some(({ sending }) => sending.phase === 'complete')

  const headingId = useId()
  const createRef = useRef<HTMLButtonElement>(null)
  const progressRef = useRef<HTMLDivElement>(null)
  const downloadRef = useRef<HTMLAnchorElement>(null)
  useFocusOnPhase(view.phase, { idle: createRef, working: progressRef, finished: downloadRef }[view.phase])

  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <ToolHeading id={headingId} text={gifMessages.heading}>
        {uploadMessages.kept(plans[plan].storageHours)}
      </ToolHeading>
      <p className="text-ink-muted">{gifMessages.advice}</p>
      {isUnavailable ? <UnavailableNotice reason={reason} /> : null}
      <div
        className={
          hasOptions || !isIdle
            ? 'grid gap-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:grid-rows-[auto_1fr]'
            : 'grid'
        }
      >
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
        {hasOptions ? (
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
        ) : null}
        <GifJob maker={maker} progressRef={progressRef} downloadRef={downloadRef} />
      </div>
      {view.phase === 'finished' ? null : (
        <ActionBar
          convertLabel={isIdle ? gifMessages.create : gifMessages.creating}
          convertRef={createRef}
          problem={maker.complaint}
          isAllowanceUsed={maker.needsPlan}
          isDisabled={isUnavailable || !isIdle}
          onConvert={maker.create}
          onStartOver={hasFiles && isIdle ? maker.startOver : undefined}
        />
      )}
    </section>
  )
}

interface GifJobProps {
  readonly maker: ReturnType<typeof useGifMaker>
  readonly progressRef: RefObject<HTMLDivElement | null>
  readonly downloadRef: RefObject<HTMLAnchorElement | null>
}

/** Progress of the server job, then its result. */
function GifJob({ maker, progressRef, downloadRef }: GifJobProps) {
  const { view, list } = maker
  if (view.phase === 'working')
    return <GifProgress view={view} panelRef={progressRef} onCancel={maker.cancel} />
  if (view.phase === 'idle') return null
  return (
    <GifResult
      state={view.state}
      downloadRef={downloadRef}
      onMakeAnother={maker.startOver}
      onChangeSettings={list.files.length > 0 ? maker.backToSettings : undefined}
      onDelete={maker.deleteResult}
    />
  )
}
