/** The GIF before it is made: it plays as it will, and its figures stand beside it. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadedImage } from '../../../ui/loaded-image.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { ImageSize } from '../gif-figures.ts'

const { preview: texts } = gifMessages

interface GifPreviewProps {
  readonly canvasRef: RefObject<HTMLCanvasElement | null>
  readonly size: ImageSize
  /** What the server has, where the browser can play nothing. */
  readonly imageUrl?: string | undefined
  readonly canMove: boolean
  readonly isPlaying: boolean
  /** Told over the picture: what is still being got ready, or why nothing is seen. */
  readonly message: string
  readonly onPlay: (isPlaying: boolean) => void
  /** Its figures. */
  readonly children: ReactNode
}

export function GifPreview(props: GifPreviewProps) {
  const { canvasRef, size, imageUrl, canMove, isPlaying, message, onPlay, children } = props
  const headingId = useId()
  return (
    <Panel role="group" aria-labelledby={headingId} className="flex flex-col overflow-hidden">
      <div className="flex min-h-14 items-center justify-between gap-4 px-4 py-2">
        <h3 id={headingId} className="text-lg">
          {texts.heading}
        </h3>
        {canMove ? (
          <Button onClick={() => onPlay(!isPlaying)}>
            <Icon of={isPlaying ? Pause : Play} sizePx={16} /> {isPlaying ? texts.pause : texts.play}
          </Button>
        ) : null}
      </div>
      <div className="relative grid min-h-48 place-items-center border-y border-line bg-paper p-3">
        {canMove ? (
          <canvas
            ref={canvasRef}
            width={size.width}
            height={size.height}
            role="img"
            aria-label={texts.image}
            className="checkerboard block max-h-96 max-w-full rounded"
          />
        ) : null}
        {canMove ? null : (
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
