/** Video player with the transcript as captions; shows a poster if the browser cannot play the video. */
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { extensionLabel } from '../../lib/extension-label.ts'
import { kindOfName } from '../../lib/file-list/kind-of-name.ts'
import { cx } from '../../ui/cx.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { LoadedImage } from '../../ui/loaded-image.tsx'

export interface VideoCaptions {
  readonly url: string
  readonly language: string
}

interface VideoPlayerProps {
  readonly name: string
  /** Absent if the file is not available in this browser. */
  readonly url: string | undefined
  readonly imageUrl: string | undefined
  /** Playback pauses while the player is hidden. */
  readonly isVisible: boolean
  readonly captions?: VideoCaptions | undefined
  readonly videoRef?: RefObject<HTMLVideoElement | null>
  readonly onTime?: (seconds: number) => void
  readonly onUnplayable?: (url: string) => void
  /** Shown if the browser cannot play it. */
  readonly unplayableText: string
  readonly className?: string
}

export function VideoPlayer(props: VideoPlayerProps) {
  const { name, url, imageUrl, isVisible, captions, onTime, unplayableText, className } = props
  const fallbackRef = useRef<HTMLVideoElement>(null)
  const videoRef = props.videoRef ?? fallbackRef
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const isBroken = url !== undefined && url === brokenUrl

  useEffect(() => {
    if (!isVisible) videoRef.current?.pause()
  }, [isVisible, videoRef])

  if (url === undefined || isBroken)
    return (
      <div className={cx('flex flex-col items-center justify-center gap-3 p-4 text-center', className)}>
        <LoadedImage
          src={imageUrl}
          alt=""
          className="fade-in min-h-0 max-w-full flex-1 rounded object-contain"
          fallback={<FileIcon kind="video" label={extensionLabel(name)} />}
        />
        {isBroken ? <p className="text-xs text-ink-muted">{unplayableText}</p> : null}
      </div>
    )
  const reportTime = ({ currentTarget }: { currentTarget: HTMLVideoElement }) =>
    onTime?.(currentTarget.currentTime)
  const handleUnplayable = () => {
    setBrokenUrl(url)
    props.onUnplayable?.(url)
  }
  const settings = {
    src: url,
    poster: imageUrl,
    controls: true,
    playsInline: true,
    preload: 'metadata',
    'aria-label': videoTextMessages.done.player(name),
    className: cx('bg-screen object-contain', className),
  } as const
  return (
    <video
      key={url}
      ref={videoRef}
      {...settings}
      onError={handleUnplayable}
      // Without a decoder for the video track the browser plays the audio only.
      onLoadedMetadata={({ currentTarget }) => {
        if (currentTarget.videoWidth === 0 && kindOfName(name) !== 'audio') handleUnplayable()
      }}
      onTimeUpdate={reportTime}
      onSeeking={reportTime}
    >
      {captions ? (
        <track
          kind="captions"
          default
          src={captions.url}
          srcLang={captions.language}
          label={videoTextMessages.done.captions}
        />
      ) : null}
    </video>
  )
}
