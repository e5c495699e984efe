/** The film on the counter: its player, how much of it has arrived, and a way to be rid of it. */
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
import { Video } from '../video.tsx'

interface VideoCardProps {
  readonly video: ListedFile
  readonly url: string | undefined
  /** A picture of it, made by the server. */
  readonly imageUrl: string | undefined
  readonly durationSeconds: number | undefined
  /** Why there will be no text. */
  readonly problem: string | undefined
  readonly isInSight: boolean
  readonly isDisabled: boolean
  readonly onRetry: () => void
  /** With another film in place of this one. */
  readonly onPick: (files: readonly File[]) => void
  readonly onRemove: () => void
}

export function VideoCard(props: VideoCardProps) {
  const { video, url, imageUrl, durationSeconds, problem, isInSight, isDisabled } = props
  const { onRetry, onPick, onRemove } = props
  const { sending, sizeBytes } = video
  const arrivedBytes = arrivedBytesOf(video)
  const figures = [durationSeconds === undefined ? '' : formatClock(durationSeconds), formatBytes(sizeBytes)]
  return (
    <FileCard
      image={
        <Video
          name={nameOf(video)}
          url={url}
          imageUrl={imageUrl}
          isInSight={isInSight}
          brokenText={videoTextMessages.cannotPlay}
          className="absolute inset-0 size-full"
        />
      }
      title={nameOf(video)}
      detail={
        sending.phase === 'complete'
          ? figures.filter(Boolean).join(' · ')
          : uploadMessages.arrived(formatBytes(arrivedBytes), formatBytes(sizeBytes))
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
