/** The second tab: nothing yet, the work, what went wrong, or the text. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { arrivedBytesOf, type ListedFile } from '../../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { useFocusOnPhase } from '../../../lib/use-focus-on-phase.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { ExtractionFailed } from './extraction-failed.tsx'
import { ExtractionWork } from './extraction-work.tsx'
import type { ResultsTabProps } from './results-tab-props.ts'
import { transcriptQuery } from './transcript-query.ts'
import { TranscriptView } from './transcript-view.tsx'

export function ResultsTab(props: ResultsTabProps) {
  const { work, panelRef, onBack } = props
  const { view, failure, phase } = work
  useFocusOnPhase(phase, panelRef)
  useAfterCancel(phase, failure !== undefined, onBack)
  return (
    <div ref={panelRef} tabIndex={-1} className="outline-none">
      {work.isWaitingForVideo ? (
        <ExtractionWork
          percent={0}
          step="uploading"
          aside={describeArrived(work.video)}
          onCancel={() => void work.cancel()}
        />
      ) : view.phase === 'working' ? (
        <ExtractionWork
          percent={view.percent}
          step={view.step}
          aside={describeLeft(view.state?.secondsLeft ?? null)}
          onCancel={() => void work.cancel()}
        />
      ) : view.phase === 'finished' ? (
        <Finished {...props} state={view.state} />
      ) : failure ? (
        <ExtractionFailed
          reason={failure}
          needsPlan={work.needsPlan}
          onRetry={work.extract}
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

function describeArrived(video: ListedFile | undefined): string {
  if (!video) return ''
  return uploadMessages.arrived(formatBytes(arrivedBytesOf(video)), formatBytes(video.sizeBytes))
}

function describeLeft(seconds: number | null): string {
  return seconds === null ? '' : conversionMessages.secondsLeft(formatDuration(seconds))
}

/** Whoever has stopped the work goes on where it began: their film is still there. */
function useAfterCancel(phase: string, hasFailed: boolean, onBack: () => void) {
  const before = useRef(phase)
  const leave = useEffectEvent(() => queueMicrotask(onBack))
  useEffect(() => {
    if (before.current === 'working' && phase === 'idle' && !hasFailed) leave()
    before.current = phase
  }, [phase, hasFailed])
}

function Finished(props: ResultsTabProps & { readonly state: ConversionState }) {
  const { state, onBack } = props
  const { data, isPending, isFetching, refetch } = useQuery(transcriptQuery(state))
  const textRef = useRef<HTMLHeadingElement>(null)
  useFocusOnPhase(isPending ? 'loading' : 'loaded', textRef)
  if (isPending || (!data && isFetching)) return <ExtractionWork percent={100} step="loading" />
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
