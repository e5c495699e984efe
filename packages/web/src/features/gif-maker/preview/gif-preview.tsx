/** Animated preview of the GIF before it is made, with its properties below. */
import { gifMessages } from '@filesmith/contract/tools/gif/messages'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadedImage } from '../../../ui/loaded-image.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { ImageSize } from '../gif-metrics.ts'

const { preview: texts } = gifMessages

interface GifPreviewProps {
  readonly canvasRef: RefObject<HTMLCanvasElement | null>
  readonly size: ImageSize
  /** Preview image from the server, for files the browser cannot play. */
  readonly imageUrl?: string | undefined
  readonly canAnimate: boolean
  readonly isPlaying: boolean
  /** Shown over the preview: loading progress, or why there is none. */
  readonly message: string
  readonly onPlay: (isPlaying: boolean) => void
  /** The preview stats. */
  readonly children: ReactNode
}

export function GifPreview(props: GifPreviewProps) {
  const { canvasRef, size, imageUrl, canAnimate, isPlaying, message, onPlay, children } = props
  const headingId = useId()
  return (
    <Panel role="group" aria-labelledby={headingId} className="flex flex-col overflow-hidden">
      <div className="flex min-h-14 items-center justify-between gap-4 px-4 py-2">
        <h3 id={headingId} className="text-lg">
          {texts.heading}
        </h3>
        {canAnimate ? (
          <Button onClick={() => onPlay(!isPlaying)}>
            <Icon of={isPlaying ? Pause : Play} sizePx={16} /> {isPlaying ? texts.pause : texts.play}
          </Button>
        ) : null}
      </div>
      <div className="relative grid min-h-48 place-items-center border-y border-line bg-paper p-3">
        {canAnimate ? (
          <canvas
            ref={canvasRef}
            width={size.width}
            height={size.height}
            role="img"
            aria-label={texts.image}
            className="checkerboard block max-h-96 max-w-full rounded"
          />
        ) : null}
        {canAnimate ? null : (
          <LoadedImage
            src={imageUrl}
            alt={texts.image}
            className="max-h-72 max-w-full rounded object-contain"
            fallback={null}
          />
        )}
        <p
          role="status"
          className="absolute inset-x-3 bottom-3 mx-auto w-fit rounded bg-surface px-3 py-1 text-center text-xs empty:hidden"
        >
          {message}
        </p>
      </div>
      {children}
    </Panel>
  )
}
