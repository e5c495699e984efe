/** The first tab: the film, what is asked for of it, and the button. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import type { RefObject } from 'react'
import { ActionBar } from '../../../lib/action-bar.tsx'
import { SpeechOptions } from './speech-options.tsx'
import type { useVideoText } from './use-video-text.ts'
import { VideoCard } from './video-card.tsx'
import { VideoZone } from './video-zone.tsx'

interface UploadTabProps {
  readonly work: ReturnType<typeof useVideoText>
  readonly videoUrl: string | undefined
  readonly maxBytes: number
  readonly isUnavailable: boolean
  readonly isInSight: boolean
  readonly extractRef: RefObject<HTMLButtonElement | null>
  readonly onFiles: (files: readonly File[]) => void
  readonly onRemove: () => void
  readonly onExtract: () => void
}

export function UploadTab(props: UploadTabProps) {
  const { work, videoUrl, maxBytes, isUnavailable, isInSight, extractRef, onFiles, onRemove, onExtract } =
    props
  const { video, uploadId } = work
  const isWorking = work.phase === 'working'
  const hasOptions = isUnavailable || uploadId !== undefined
  return (
    <div className="flex flex-col gap-4">
      <div className={hasOptions ? 'grid gap-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'grid'}>
        <VideoZone
          maxBytes={maxBytes}
          isDisabled={isUnavailable || isWorking}
          isListening={isInSight}
          onFiles={onFiles}
          content={
            video ? (
              <VideoCard
                video={video}
                url={videoUrl}
                imageUrl={work.imageUrl}
                durationSeconds={work.durationSeconds}
                problem={work.problem}
                isInSight={isInSight}
                isDisabled={isWorking}
                onRetry={work.resend}
                onPick={onFiles}
                onRemove={onRemove}
              />
            ) : undefined
          }
        />
        {hasOptions ? (
          <SpeechOptions
            settings={work.settings}
            onChange={work.setSettings}
            isDisabled={isUnavailable || isWorking}
          />
        ) : null}
      </div>
      <ActionBar
        convertLabel={isWorking ? videoTextMessages.extracting : videoTextMessages.extract}
        convertRef={extractRef}
        problem={work.complaint}
        isAllowanceUsed={work.needsPlan}
        isDisabled={isUnavailable || isWorking}
        onConvert={onExtract}
        onStartOver={undefined}
      />
    </div>
  )
}
