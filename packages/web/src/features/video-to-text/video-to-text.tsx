/** The Video to Text screen: upload tab and results tab. */
import { maxBytesFor } from '@filesmith/contract/limits'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { extractVideoText } from '@filesmith/contract/operations/extract-video-text'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import { useQuery } from '@tanstack/react-query'
import { FileText, RefreshCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PlanLink } from '../../lib/allowance-note.tsx'
import { localFileOf } from '../../lib/file-list/listed-file.ts'
import { describeRemaining } from '../../lib/job/job-progress.tsx'
import { readSavedWork } from '../../lib/job/saved-work.ts'
import { ToolFrame } from '../../lib/tool-page.tsx'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyNotice } from '../../ui/empty-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { ResultsTabProps } from './results/results-tab-props.ts'
import { transcriptQuery } from './results/transcript-query.ts'
import { TranscriptView } from './results/transcript-view.tsx'
import { useSubtitles } from './results/use-subtitles.ts'
import { useVideoText } from './upload/use-video-text.ts'
import { VideoUploadTab } from './upload/video-upload-tab.tsx'
import { videoTextToolId } from './video-text-tool-id.ts'

/** The rest is reserved for loading the text. */
const maxPercentBeforeText = 95

type TabId = 'upload' | 'results'

interface VideoToTextProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

/** After a reload, opens the results tab if there is a job. */
function findInitialTab(): TabId {
  return readSavedWork(videoTextToolId).job ? 'results' : 'upload'
}

export function VideoToText({ isActive }: VideoToTextProps) {
  const [tab, setTab] = useState<TabId>(findInitialTab)
  const maxBytes = maxBytesFor(extractVideoText.maxBytes, usePlan())
  const reason = useUnavailableReason('extract-video-text')
  const videoText = useVideoText(maxBytes)
  const subtitles = useSubtitles()
  /** The video of an earlier visit, selected again so that it can be played. */
  const [reselectedFile, setReselectedFile] = useState<File>()
  const videoUrl = useObjectUrl(localFileOf(videoText.video) ?? reselectedFile, 0)

  const extractRef = useRef<HTMLButtonElement>(null)
  const resultsRef = useRef<HTMLDivElement>(null)
  /** Moves the focus along, because the pressed button is hidden afterwards. */
  const goTo = (next: TabId) => {
    flushSync(() => setTab(next))
    const target = next === 'upload' ? extractRef : resultsRef
    target.current?.focus()
  }
  const discardResult = () => {
    subtitles.reset()
    setReselectedFile(undefined)
  }
  return (
    <ToolFrame heading={videoTextMessages.heading} unavailable={reason}>
      <InnerTabs
        label={videoTextMessages.tabs}
        value={tab}
        onChange={id => setTab(id === 'results' ? 'results' : 'upload')}
        tabs={[
          {
            id: 'upload',
            label: videoTextMessages.uploadTab,
            icon: <KindIcon kind="video" />,
            content: (
              <VideoUploadTab
                videoText={videoText}
                videoUrl={videoUrl}
                maxBytes={maxBytes}
                isUnavailable={reason !== undefined}
                isVisible={isActive && tab === 'upload'}
                extractRef={extractRef}
                onFiles={files => {
                  if (videoText.selectVideo(files)) discardResult()
                }}
                onRemove={() => {
                  videoText.remove()
                  discardResult()
                }}
                onExtract={() => {
                  videoText.extract()
                  subtitles.reset()
                  goTo('results')
                }}
              />
            ),
          },
          {
            id: 'results',
            label: videoTextMessages.resultsTab,
            icon: <Icon of={FileText} className="text-ink-muted" />,
            content: (
              <ResultsTab
                videoText={videoText}
                subtitles={subtitles}
                videoUrl={videoUrl}
                isVisible={isActive && tab === 'results'}
                panelRef={resultsRef}
                onReselect={setReselectedFile}
                onBack={() => goTo('upload')}
                onDelete={async () => {
                  if (await videoText.deleteResult()) discardResult()
                }}
              />
            ),
          },
        ]}
      />
    </ToolFrame>
  )
}

/** The results tab: empty, in progress, failed, or the transcript. */
function ResultsTab(props: ResultsTabProps) {
  const { videoText, panelRef, onBack } = props
  const { job } = videoText
  const { view } = job
  const failure = view.phase === 'idle' ? view.failure : undefined
  useFocusOnPhase(view.phase, panelRef)
  useAfterCancel(view.phase, failure !== undefined, onBack)
  return (
    <div ref={panelRef} tabIndex={-1} className="outline-none">
      {view.phase === 'working' ? (
        <TranscriptionProgress
          percent={view.percent}
          step={view.step}
          aside={describeRemaining(view)}
          onCancel={job.cancel}
        />
      ) : view.phase === 'finished' ? (
        <FinishedResult {...props} state={view.state} />
      ) : failure ? (
        <TranscriptionFailed
          reason={failure.message}
          needsPlan={failure.needsPlan}
          onRetry={videoText.extract}
          onBack={onBack}
        />
      ) : (
        <EmptyNotice title={videoTextMessages.nothingYet} text={videoTextMessages.nothingYetText}>
          <Button variant="accent" onClick={onBack}>
            {videoTextMessages.uploadVideo}
          </Button>
        </EmptyNotice>
      )}
    </div>
  )
}

/** After a cancel, returns to the upload tab, where the video still is. */
function useAfterCancel(phase: string, hasFailed: boolean, onBack: () => void) {
  const previousPhase = useRef(phase)
  const goBack = useEffectEvent(() => queueMicrotask(onBack))
  useEffect(() => {
    if (previousPhase.current === 'working' && phase === 'idle' && !hasFailed) goBack()
    previousPhase.current = phase
  }, [phase, hasFailed])
}

function FinishedResult(props: ResultsTabProps & { readonly state: ConversionState }) {
  const { state, onBack } = props
  const { data, isPending, isFetching, refetch } = useQuery(transcriptQuery(state))
  const textRef = useRef<HTMLHeadingElement>(null)
  useFocusOnPhase(isPending ? 'loading' : 'loaded', textRef)
  if (isPending || (!data && isFetching)) return <TranscriptionProgress percent={100} step="loading" />
  if (!data)
    return (
      <EmptyNotice title={videoTextMessages.failed} text={videoTextMessages.loadFailed} isAnswer>
        <Button variant="solid" onClick={() => void refetch()}>
          {videoTextMessages.tryAgain}
        </Button>
      </EmptyNotice>
    )
  if (data.text.trim() === '')
    return (
      <div className="mx-auto max-w-prose">
        <EmptyNotice
          title={videoTextMessages.noSpeech.title}
          text={`${videoTextMessages.noSpeech.description} ${videoTextMessages.noSpeechHint}`}
          isAnswer
        >
          <Button onClick={onBack}>{videoTextMessages.done.back}</Button>
        </EmptyNotice>
      </div>
    )
  return <TranscriptView key={state.id} {...props} transcript={data} headingRef={textRef} />
}

interface TranscriptionFailedProps {
  readonly reason: string
  readonly needsPlan: boolean
  readonly onRetry: () => void
  readonly onBack: () => void
}

/** Why the transcription failed, with actions to retry or go back. */
function TranscriptionFailed({ reason, needsPlan, onRetry, onBack }: TranscriptionFailedProps) {
  return (
    <div className="mx-auto flex min-h-92 max-w-160 flex-col justify-center gap-5 p-2 sm:p-6">
      <div role="alert" className="text-center">
        <h3 className="text-lg text-danger">{videoTextMessages.failed}</h3>
        <p className="mt-1 text-balance">
          {reason} {needsPlan ? <PlanLink /> : null}
        </p>
      </div>
      <ProgressBar percent={0} label={videoTextMessages.progress} isStopped />
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={onBack}>{videoTextMessages.done.back}</Button>
        <Button variant="solid" onClick={onRetry}>
          <Icon of={RefreshCw} /> {videoTextMessages.tryAgain}
        </Button>
      </div>
    </div>
  )
}

interface TranscriptionProgressProps {
  readonly percent: number
  /** 'uploading' until the upload is complete, 'loading' while the finished text is fetched. */
  readonly step: 'uploading' | 'submitting' | 'queued' | 'running' | 'canceling' | 'loading'
  /** For example the remaining time. */
  readonly aside?: string
  readonly onCancel?: () => void
}

/** Progress of the transcription. */
function TranscriptionProgress({ percent, step, aside = '', onCancel }: TranscriptionProgressProps) {
  const shown = step === 'loading' ? percent : Math.min(percent, maxPercentBeforeText)
  const isCanceling = step === 'canceling'
  return (
    <Panel
      role="group"
      aria-label={videoTextMessages.working}
      className="mx-auto flex min-h-92 max-w-160 flex-col justify-center gap-5 border-none p-2 sm:p-6"
    >
      <div className="text-center">
        <h3 className="text-lg">{videoTextMessages.working}</h3>
        <p className="mt-1 text-ink-muted">{videoTextMessages.patience}</p>
      </div>
      <div>
        <div className="mb-2 flex items-end justify-between gap-4">
          <p className="figures text-2xl font-semibold" aria-hidden="true">
            {Math.floor(shown)}%
          </p>
          <p className="figures pb-1 text-xs text-ink-muted">{aside}</p>
        </div>
        <ProgressBar
          percent={shown}
          label={videoTextMessages.progress}
          marks={videoTextMessages.captions.map(({ fromPercent }) => fromPercent).filter(mark => mark > 0)}
        />
      </div>
      <div className="flex min-h-12 items-center justify-between gap-4">
        <p role="status" className="font-semibold">
          {captionOf(step, shown)}
        </p>
        {onCancel ? (
          <Button onClick={onCancel} disabled={isCanceling}>
            {isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

function captionOf(step: TranscriptionProgressProps['step'], percent: number): string {
  if (step === 'uploading') return uploadMessages.uploading
  if (step === 'submitting') return conversionMessages.starting
  if (step === 'queued') return conversionMessages.queued
  return videoTextMessages.captions.findLast(({ fromPercent }) => percent >= fromPercent)?.text ?? ''
}
