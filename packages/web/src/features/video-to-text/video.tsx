/** A film in the browser's own player, with its transcript as captions; where the browser cannot play it, a picture of it. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { extensionLabel } from '../../lib/extension-label.ts'
import { cx } from '../../ui/cx.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { LoadedImage } from '../../ui/loaded-image.tsx'

export interface VideoCaptions {
  readonly url: string
  readonly language: string
}

interface VideoProps {
  readonly name: string
  /** Absent when the file is not in this browser. */
  readonly url: string | undefined
  readonly imageUrl: string | undefined
  /** A film that is out of sight does not go on talking. */
  readonly isInSight: boolean
  readonly captions?: VideoCaptions | undefined
  readonly videoRef?: RefObject<HTMLVideoElement | null>
  readonly onTime?: (seconds: number) => void
  readonly onBroken?: (url: string) => void
  /** Said when the browser cannot play it. */
  readonly brokenText: string
  readonly className?: string
}

export function Video(props: VideoProps) {
  const { name, url, imageUrl, isInSight, captions, onTime, brokenText, className } = props
  const ownRef = useRef<HTMLVideoElement>(null)
  const videoRef = props.videoRef ?? ownRef
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const isBroken = url !== undefined && url === brokenUrl

  useEffect(() => {
    if (!isInSight) videoRef.current?.pause()
  }, [isInSight, videoRef])

  if (url === undefined || isBroken)
    return (
      <div className={cx('flex flex-col items-center justify-center gap-3 p-4 text-center', className)}>
        <LoadedImage
          src={imageUrl}
          alt=""
          className="fade-in min-h-0 max-w-full flex-1 rounded object-contain"
          fallback={<FileIcon kind="video" label={extensionLabel(name)} />}
        />
        {isBroken ? <p className="text-xs text-ink-muted">{brokenText}</p> : null}
      </div>
    )
  const tellTime = ({ currentTarget }: { currentTarget: HTMLVideoElement }) =>
    onTime?.(currentTarget.currentTime)
  const giveUp = () => {
    setBrokenUrl(url)
    props.onBroken?.(url)
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
      onError={giveUp}
      // A browser that knows the sound but not the pictures plays them as nothing.
      onLoadedMetadata={({ currentTarget }) => {
        if (currentTarget.videoWidth === 0) giveUp()
      }}
      onTimeUpdate={tellTime}
      onSeeking={tellTime}
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
