/** A film in the browser's own player, with its transcript as captions; where the browser cannot play it, a picture of it. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { endingLabel } from '../../lib/ending-label.ts'
import { cx } from '../../ui/cx.ts'
import { FileSheet } from '../../ui/file-sheet.tsx'
import { LoadedImage } from '../../ui/loaded-image.tsx'

export interface FilmCaptions {
  readonly url: string
  readonly language: string
}

interface FilmProps {
  readonly name: string
  /** Absent when the file is not in this browser. */
  readonly url: string | undefined
  readonly pictureUrl: string | undefined
  /** A film that is out of sight does not go on talking. */
  readonly isInSight: boolean
  readonly captions?: FilmCaptions | undefined
  readonly videoRef?: RefObject<HTMLVideoElement | null>
  readonly onTime?: (seconds: number) => void
  readonly onBroken?: (url: string) => void
  /** Said when the browser cannot play it. */
  readonly brokenText: string
  readonly className?: string
}

export function Film(props: FilmProps) {
  const { name, url, pictureUrl, isInSight, captions, onTime, brokenText, className } = props
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
          src={pictureUrl}
          alt=""
          className="fade-in min-h-0 max-w-full flex-1 rounded object-contain"
          fallback={<FileSheet kind="video" label={endingLabel(name)} />}
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
    poster: pictureUrl,
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
