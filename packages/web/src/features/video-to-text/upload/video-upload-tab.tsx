/** The upload tab: video, options and the extract button. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import type { RefObject } from 'react'
import { ActionBar } from '../../../lib/action-bar.tsx'
import { SelectedVideoCard } from './selected-video-card.tsx'
import { SpeechOptions } from './speech-options.tsx'
import type { useVideoText } from './use-video-text.ts'
import { VideoDropZone } from './video-drop-zone.tsx'

interface VideoUploadTabProps {
  readonly videoText: ReturnType<typeof useVideoText>
  readonly videoUrl: string | undefined
  readonly maxBytes: number
  readonly isUnavailable: boolean
  readonly isVisible: boolean
  readonly extractRef: RefObject<HTMLButtonElement | null>
  readonly onFiles: (files: readonly File[]) => void
  readonly onRemove: () => void
  readonly onExtract: () => void
}

export function VideoUploadTab(props: VideoUploadTabProps) {
  const {
    videoText,
    videoUrl,
    maxBytes,
    isUnavailable,
    isVisible,
    extractRef,
    onFiles,
    onRemove,
    onExtract,
  } = props
  const { video, uploadId } = videoText
  const isWorking = videoText.phase === 'working'
  const hasOptions = isUnavailable || uploadId !== undefined
  return (
    <div className="flex flex-col gap-4">
      <div className={hasOptions ? 'grid gap-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'grid'}>
        <VideoDropZone
          maxBytes={maxBytes}
          isDisabled={isUnavailable || isWorking}
          isListening={isVisible}
          onFiles={onFiles}
          content={
            video ? (
              <SelectedVideoCard
                video={video}
                url={videoUrl}
                imageUrl={videoText.imageUrl}
                durationSeconds={videoText.durationSeconds}
                problem={videoText.problem}
                isVisible={isVisible}
                isDisabled={isWorking}
                onRetry={videoText.resend}
                onPick={onFiles}
                onRemove={onRemove}
              />
            ) : undefined
          }
        />
        {hasOptions ? (
          <SpeechOptions
            settings={videoText.settings}
            onChange={videoText.setSettings}
            isDisabled={isUnavailable || isWorking}
          />
        ) : null}
      </div>
      <ActionBar
        convertLabel={isWorking ? videoTextMessages.extracting : videoTextMessages.extract}
        convertRef={extractRef}
        problem={videoText.complaint}
        isAllowanceUsed={videoText.needsPlan}
        isDisabled={isUnavailable || isWorking}
        onConvert={onExtract}
        onStartOver={undefined}
      />
    </div>
  )
}
