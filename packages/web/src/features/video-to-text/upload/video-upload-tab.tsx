/** The upload tab: video, options and the extract button. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import type { RefObject } from 'react'
import { ToolPage } from '../../../lib/tool-page.tsx'
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
  const { video, uploadId, job } = videoText
  const isWorking = job.view.phase === 'working'
  const hasOptions = isUnavailable || uploadId !== undefined
  return (
    <ToolPage
      job={job}
      // Progress and result have their own tab.
      phase={isWorking ? 'working' : 'idle'}
      unavailable={undefined}
      input={
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
      }
      options={
        hasOptions ? (
          <SpeechOptions
            settings={videoText.settings}
            onChange={videoText.setSettings}
            isDisabled={isUnavailable || isWorking}
          />
        ) : null
      }
      action={{
        label: videoTextMessages.extract,
        workingLabel: videoTextMessages.extracting,
        blocked: videoText.blocked,
        isDisabled: isUnavailable,
        buttonRef: extractRef,
        onStart: onExtract,
      }}
    />
  )
}
