/** The selected video: player, upload status and a remove button. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { CircleAlert, RefreshCw, X } from 'lucide-react'
import { arrivedBytesOf, type ListedFile, nameOf } from '../../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatClock } from '../../../lib/format-clock.ts'
import { Button } from '../../../ui/button.tsx'
import { FileCard } from '../../../ui/file-card.tsx'
import { FilePickerButton } from '../../../ui/file-picker-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { UploadedStatus } from '../../../ui/uploaded-status.tsx'
import { UploadingStatus } from '../../../ui/uploading-status.tsx'
import { VideoPlayer } from '../video-player.tsx'

interface SelectedVideoCardProps {
  readonly video: ListedFile
  readonly url: string | undefined
  /** Preview image made by the server. */
  readonly imageUrl: string | undefined
  readonly durationSeconds: number | undefined
  /** Why transcription would fail. */
  readonly problem: string | undefined
  readonly isVisible: boolean
  readonly isDisabled: boolean
  readonly onRetry: () => void
  /** Called with another video that replaces this one. */
  readonly onPick: (files: readonly File[]) => void
  readonly onRemove: () => void
}

export function SelectedVideoCard(props: SelectedVideoCardProps) {
  const { video, url, imageUrl, durationSeconds, problem, isVisible, isDisabled } = props
  const { onRetry, onPick, onRemove } = props
  const { sending, sizeBytes } = video
  const arrivedBytes = arrivedBytesOf(video)
  const details = [durationSeconds === undefined ? '' : formatClock(durationSeconds), formatBytes(sizeBytes)]
  return (
    <FileCard
      image={
        <VideoPlayer
          name={nameOf(video)}
          url={url}
          imageUrl={imageUrl}
          isVisible={isVisible}
          unplayableText={videoTextMessages.cannotPlay}
          className="absolute inset-0 size-full"
        />
      }
      title={nameOf(video)}
      detail={
        sending.phase === 'complete'
          ? details.filter(Boolean).join(' · ')
          : uploadMessages.uploadedOf(formatBytes(arrivedBytes), formatBytes(sizeBytes))
      }
      status={
        <>
          {sending.phase === 'complete' ? (
            <UploadedStatus fileCount={video.file ? 1 : undefined} />
          ) : (
            <UploadingStatus
              percent={(arrivedBytes / sizeBytes) * 100}
              isStalled={sending.phase === 'uploading' && sending.isStalled}
              stoppedBecause={sending.phase === 'stopped' ? sending.reason : undefined}
            />
          )}
          <p role="alert" className="flex items-start gap-2 font-semibold not-empty:mb-1">
            {problem ? (
              <>
                <Icon of={CircleAlert} className="mt-px text-warning" /> {problem}
              </>
            ) : null}
          </p>
        </>
      }
      action={
        <>
          {sending.phase === 'stopped' ? (
            <Button variant="solid" onClick={onRetry}>
              <Icon of={RefreshCw} /> {uploadMessages.retry}
            </Button>
          ) : null}
          <FilePickerButton accept="video/*" isDisabled={isDisabled} onPick={onPick}>
            {videoTextMessages.chooseAnother}
          </FilePickerButton>
          <Button onClick={onRemove} disabled={isDisabled}>
            <Icon of={X} /> {videoTextMessages.remove}
          </Button>
        </>
      }
    />
  )
}
