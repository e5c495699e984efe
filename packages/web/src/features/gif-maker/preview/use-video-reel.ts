/** The frames of a part of a film, last one first, for playing it backwards. */
import { useEffect, useState } from 'react'
import type { ImageSize } from '../gif-figures.ts'
import { loadVideo } from '../video/load-video.ts'
import { frameMoments, type VideoPart } from '../video/video-part.ts'
import { recordFrames } from './record-frames.ts'
import { type ReelFrame, reelSize } from './reel.ts'
import { drawFitted } from './stage.ts'

interface VideoReel {
  readonly frames: readonly ReelFrame[] | undefined
  readonly done: number
  readonly total: number
}

const nothing: VideoReel = { frames: undefined, done: 0, total: 0 }

/** Without an address nothing is collected. */
export function useVideoReel(
  url: string | undefined,
  { startTime, duration }: VideoPart,
  fps: number,
  { width, height }: ImageSize,
): VideoReel {
  const [reel, setReel] = useState(nothing)
  useEffect(() => {
    if (url === undefined) return
    const leaving = new AbortController()
    const part = { startTime, duration }
    const total = frameMoments(part, fps).length
    const frames: ReelFrame[] = []
    const images = new Set<ImageBitmap>()
    const collect = async () => {
      setReel({ frames: undefined, done: 0, total })
      const video = await loadVideo(url, leaving.signal)
      const size = reelSize({ width, height }, total)
      const canvas = new OffscreenCanvas(size.width, size.height)
      const context = canvas.getContext('2d')
      if (!context) return
      const onFrame = (count: number) => {
        drawFitted(context, video)
        const image = canvas.transferToImageBitmap()
        images.add(image)
        for (let times = 0; times < count; times += 1) frames.unshift({ image, delayMs: 1000 / fps })
        setReel({ frames: undefined, done: frames.length, total })
      }
      await recordFrames(video, { part, fps, signal: leaving.signal, onFrame })
      if (!leaving.signal.aborted) setReel({ frames, done: total, total })
    }
    // What the browser cannot play is told where the player is.
    collect().catch(() => undefined)
    return () => {
      leaving.abort()
      setReel(nothing)
      for (const image of images) image.close()
    }
  }, [url, startTime, duration, fps, width, height])
  return reel
}
