/** Plays the selected part of a video on a canvas in a loop, at the selected frame rate. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ImageSize } from '../gif-metrics.ts'
import { loadVideo, seekTo } from '../video/load-video.ts'
import type { VideoPart } from '../video/video-part.ts'
import { drawFrame } from './draw-frame.ts'

interface VideoPreviewOptions extends VideoPart {
  readonly url: string | undefined
  readonly fps: number
  readonly size: ImageSize
  readonly caption: string
  readonly isPlaying: boolean
}

/** Tolerance, so that a time exactly on a frame boundary does not yield the previous frame. */
const roundingSeconds = 0.002

/** Returns whether a frame has been drawn. */
export function useVideoPreview(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  { url, startTime, duration, fps, size, caption, isPlaying }: VideoPreviewOptions,
): boolean {
  const [video, setVideo] = useState<HTMLVideoElement>()
  const [isRendered, setIsRendered] = useState(false)

  useEffect(() => {
    if (url === undefined) return
    const abortController = new AbortController()
    // The video player reports what the browser cannot play.
    loadVideo(url, abortController.signal).then(setVideo, () => undefined)
    return () => {
      abortController.abort()
      setIsRendered(false)
      setVideo(loaded => {
        loaded?.pause()
        return undefined
      })
    }
  }, [url])

  const draw = useEffectEvent(() => {
    if (video && canvasRef.current) drawFrame(canvasRef.current, video, caption)
  })
  const applyPlayState = useEffectEvent(() => {
    // play() is only rejected while the page is hidden; the next click resumes.
    if (isPlaying) video?.play().catch(() => undefined)
    else video?.pause()
  })

  useEffect(() => {
    if (!video) return
    const abortController = new AbortController()
    const run = async () => {
      video.pause()
      await seekTo(video, startTime, abortController.signal)
      if (abortController.signal.aborted) return
      draw()
      setIsRendered(true)
      applyPlayState()
      let shown = 0
      const tick = () => {
        if (abortController.signal.aborted) return
        const elapsed = video.currentTime - startTime
        if (!video.seeking && (video.ended || elapsed >= duration)) {
          video.currentTime = startTime
          applyPlayState()
        } else if (!video.seeking) {
          const frame = Math.floor((elapsed + roundingSeconds) * fps)
          if (frame !== shown) draw()
          shown = frame
        }
        requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
    }
    void run()
    return () => {
      abortController.abort()
      video.pause()
    }
  }, [video, startTime, duration, fps])

  useEffect(() => {
    if (video) isPlaying ? applyPlayState() : video.pause()
  }, [video, isPlaying])

  // Resizing clears the canvas, and the caption may change while paused.
  const { width, height } = size
  // biome-ignore lint/correctness/useExhaustiveDependencies: redraws when they change
  useEffect(() => draw(), [width, height, caption])

  return isRendered
}
