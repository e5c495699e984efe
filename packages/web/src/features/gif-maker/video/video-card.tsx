/** The film on the counter: a player, or the server's picture of it, how far its upload is, and the part that is chosen. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { CircleAlert, Flag, RotateCcw } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type ListedFile, nameOf } from '../../../lib/file-list/listed-file.ts'
import { UploadSummary } from '../../../lib/file-list/upload-summary.tsx'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatClock } from '../../../lib/format-clock.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { Source } from '../use-source.ts'
import { VideoImage } from './video-image.tsx'

const { video: texts } = gifMessages

interface VideoCardProps {
  readonly source: Source
  readonly video: ListedFile
  /** Where the browser serves it; absent when it was sent on an earlier visit. */
  readonly url: string | undefined
  readonly isIdle: boolean
  /** The filmstrip. */
  readonly children?: ReactNode
  readonly onStartHere: (seconds: number) => void
  readonly onRetry: () => void
  readonly onChooseAnother: () => void
}

export function VideoCard(props: VideoCardProps) {
  const { source, video: film, url, isIdle, children, onStartHere, onRetry, onChooseAnother } = props
  const { details } = source.inspection
  const playerRef = useRef<HTMLVideoElement>(null)
  const name = nameOf(film)
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
          onError={() => source.see({ key: film.key, canPlay: false })}
          // Of a film that is still being recorded, the length is endless; then the server is asked.
          onLoadedMetadata={({ currentTarget: { duration, videoWidth: width, videoHeight: height } }) =>
            source.see({
              key: film.key,
              // A browser that knows the sound but not the pictures plays them as nothing.
              canPlay: width > 0,
              lengthSeconds: Number.isFinite(duration) ? duration : undefined,
              size: width > 0 ? { width, height } : undefined,
            })
          }
        />
      ) : (
        <VideoImage source={source} video={film} url={url} />
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
            {[formatBytes(film.sizeBytes), lengthSeconds === undefined ? '' : formatClock(lengthSeconds)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <UploadSummary files={[film]} />
        {film.sending.phase === 'stopped' ? <p className="text-danger">{film.sending.reason}</p> : null}
        {isIdle ? (
          <div className="flex flex-wrap gap-2">
            {hasPlayer && lengthSeconds !== undefined ? (
              <Button onClick={() => onStartHere(playerRef.current?.currentTime ?? 0)}>
                <Icon of={Flag} sizePx={16} /> {texts.startHere}
              </Button>
            ) : null}
            {film.sending.phase === 'stopped' && film.file ? (
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
