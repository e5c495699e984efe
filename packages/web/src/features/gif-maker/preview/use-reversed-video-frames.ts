/** Captures the frames of a video part in reverse order, for backward playback. */
import { useEffect, useState } from 'react'
import type { ImageSize } from '../gif-metrics.ts'
import { loadVideo } from '../video/load-video.ts'
import { frameTimes, type VideoPart } from '../video/video-part.ts'
import { captureFrames } from './capture-frames.ts'
import { drawFitted } from './draw-frame.ts'
import { type PreviewFrame, previewFrameSize } from './frame-playback.ts'

interface VideoFrames {
  readonly frames: readonly PreviewFrame[] | undefined
  readonly done: number
  readonly total: number
}

const noFrames: VideoFrames = { frames: undefined, done: 0, total: 0 }

/** Captures nothing without a URL. */
export function useReversedVideoFrames(
  url: string | undefined,
  { startTime, duration }: VideoPart,
  fps: number,
  { width, height }: ImageSize,
): VideoFrames {
  const [captured, setCaptured] = useState(noFrames)
  useEffect(() => {
    if (url === undefined) return
    const abortController = new AbortController()
    const part = { startTime, duration }
    const total = frameTimes(part, fps).length
    const frames: PreviewFrame[] = []
    const images = new Set<ImageBitmap>()
    const capture = async () => {
      setCaptured({ frames: undefined, done: 0, total })
      const video = await loadVideo(url, abortController.signal)
      const size = previewFrameSize({ width, height }, total)
      const canvas = new OffscreenCanvas(size.width, size.height)
      const context = canvas.getContext('2d')
      if (!context) return
      const onFrame = (count: number) => {
        drawFitted(context, video)
        const image = canvas.transferToImageBitmap()
        images.add(image)
        for (let times = 0; times < count; times += 1) frames.unshift({ image, delayMs: 1000 / fps })
        setCaptured({ frames: undefined, done: frames.length, total })
      }
      await captureFrames(video, { part, fps, signal: abortController.signal, onFrame })
      if (!abortController.signal.aborted) setCaptured({ frames, done: total, total })
    }
    // The video player reports what the browser cannot play.
    capture().catch(() => undefined)
    return () => {
      abortController.abort()
      setCaptured(noFrames)
      for (const image of images) image.close()
    }
  }, [url, startTime, duration, fps, width, height])
  return captured
}
