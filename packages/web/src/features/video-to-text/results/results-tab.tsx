/** The results tab: empty, in progress, failed, or the transcript. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { arrivedBytesOf, type ListedFile } from '../../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { describeRemaining } from '../../../lib/job/job-progress.tsx'
import { useFocusOnPhase } from '../../../lib/use-focus-on-phase.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import type { ResultsTabProps } from './results-tab-props.ts'
import { transcriptQuery } from './transcript-query.ts'
import { TranscriptView } from './transcript-view.tsx'
import { TranscriptionFailed } from './transcription-failed.tsx'
import { TranscriptionProgress } from './transcription-progress.tsx'

export function ResultsTab(props: ResultsTabProps) {
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
          aside={view.step === 'uploading' ? describeUploaded(videoText.video) : describeRemaining(view)}
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

function describeUploaded(video: ListedFile | undefined): string {
  if (!video) return ''
  return uploadMessages.uploadedOf(formatBytes(arrivedBytesOf(video)), formatBytes(video.sizeBytes))
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
