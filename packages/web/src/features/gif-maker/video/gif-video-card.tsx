/** The selected video: player or server preview, upload progress, and the selected part. */

import { uploadMessages } from '@filesmith/contract/messages/upload'
import { gifMessages } from '@filesmith/contract/tools/gif/messages'
import { CircleAlert, Flag, RotateCcw } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { extensionLabel } from '../../../lib/extension-label.ts'
import { type ListedFile, nameOf } from '../../../lib/file-list/listed-file.ts'
import { UploadSummary } from '../../../lib/file-list/upload-summary.tsx'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatClock } from '../../../lib/format-clock.ts'
import { Button } from '../../../ui/button.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadedImage } from '../../../ui/loaded-image.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { GifSource } from '../use-gif-source.ts'

const { video: texts } = gifMessages

interface GifVideoCardProps {
  readonly source: GifSource
  readonly video: ListedFile
  /** Object URL; absent if it was uploaded on an earlier visit. */
  readonly url: string | undefined
  readonly isIdle: boolean
  /** The filmstrip. */
  readonly children?: ReactNode
  readonly onStartHere: (seconds: number) => void
  readonly onRetry: () => void
  readonly onChooseAnother: () => void
}

export function GifVideoCard(props: GifVideoCardProps) {
  const { source, video: videoFile, url, isIdle, children, onStartHere, onRetry, onChooseAnother } = props
  const { details } = source.inspection
  const playerRef = useRef<HTMLVideoElement>(null)
  const name = nameOf(videoFile)
  const hasPlayer = url !== undefined && source.canPlay !== false
  const { lengthSeconds } = source
  return (
    <Panel className="flex flex-col overflow-hidden">
      <div className="ruler" aria-hidden="true" />
      {hasPlayer ? (
        <video
          key={url}
          ref={playerRef}
          src={url}
          controls
          muted
          playsInline
          preload="metadata"
          aria-label={texts.player(name)}
          className="h-64 w-full bg-screen object-contain sm:h-80"
          onError={() => source.setProbe({ key: videoFile.key, canPlay: false })}
          // MediaRecorder files report an infinite duration; then the server's value is used.
          onLoadedMetadata={({ currentTarget: { duration, videoWidth: width, videoHeight: height } }) =>
            source.setProbe({
              key: videoFile.key,
              // Without a decoder for the video track the browser plays the audio only.
              canPlay: width > 0,
              lengthSeconds: Number.isFinite(duration) ? duration : undefined,
              size: width > 0 ? { width, height } : undefined,
            })
          }
        />
      ) : (
        <VideoPoster source={source} video={videoFile} url={url} />
      )}
      {details?.problem ? (
        <p role="alert" className="flex items-start gap-2 border-t border-line px-4 py-3 font-semibold">
          <Icon of={CircleAlert} className="mt-px text-warning" />
          {details.problem.message}
        </p>
      ) : null}
      {children}
      <div className="flex flex-col gap-2 border-t border-line p-4">
        <div>
          <p className="truncate font-semibold" title={name}>
            {name}
          </p>
          <p className="figures text-xs text-ink-muted">
            {[formatBytes(videoFile.sizeBytes), lengthSeconds === undefined ? '' : formatClock(lengthSeconds)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <UploadSummary files={[videoFile]} />
        {videoFile.sending.phase === 'stopped' ? (
          <p className="text-danger">{videoFile.sending.reason}</p>
        ) : null}
        {isIdle ? (
          <div className="flex flex-wrap gap-2">
            {hasPlayer && lengthSeconds !== undefined ? (
              <Button onClick={() => onStartHere(playerRef.current?.currentTime ?? 0)}>
                <Icon of={Flag} sizePx={16} /> {texts.startHere}
              </Button>
            ) : null}
            {videoFile.sending.phase === 'stopped' && videoFile.file ? (
              <Button onClick={onRetry}>
                <Icon of={RotateCcw} sizePx={16} /> {uploadMessages.retry}
              </Button>
            ) : null}
            <Button onClick={onChooseAnother}>{uploadMessages.chooseAnother}</Button>
          </div>
        ) : null}
      </div>
    </Panel>
  )
}

interface VideoPosterProps {
  readonly source: GifSource
  readonly video: ListedFile
  readonly url: string | undefined
}

/** Poster for a video the browser cannot play: the preview from the server, or the animated GIF itself. */
function VideoPoster({ source, video, url }: VideoPosterProps) {
  const name = nameOf(video)
  const isShown = source.isAnimatedImage && url !== undefined
  const imageUrl = isShown ? url : source.inspection.details?.previewUrl
  return (
    <div className="flex h-64 flex-col items-center justify-center gap-3 bg-paper p-4 text-center">
      <LoadedImage
        src={imageUrl ?? undefined}
        alt={texts.player(name)}
        className="fade-in min-h-0 max-w-full flex-1 rounded object-contain"
        fallback={<FileIcon kind="video" label={extensionLabel(name)} />}
      />
      {isShown ? null : (
        <p className="text-xs text-ink-muted">{video.file ? texts.unplayable : texts.earlier}</p>
      )}
    </div>
  )
}
