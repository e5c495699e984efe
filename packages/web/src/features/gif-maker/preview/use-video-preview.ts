/** Plays the chosen part of a film on a canvas, at the chosen rate, over and over. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ImageSize } from '../gif-figures.ts'
import { loadVideo, seekTo } from '../video/load-video.ts'
import type { VideoPart } from '../video/video-part.ts'
import { drawFrame } from './stage.ts'

interface VideoPreview extends VideoPart {
  readonly url: string | undefined
  readonly fps: number
  readonly size: ImageSize
  readonly caption: string
  readonly isPlaying: boolean
}

/** A moment that falls exactly on a frame must not be taken for the one before. */
const roundingSeconds = 0.002

/** True when something is to be seen. */
export function useVideoPreview(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  { url, startTime, duration, fps, size, caption, isPlaying }: VideoPreview,
): boolean {
  const [video, setVideo] = useState<HTMLVideoElement>()
  const [isSeen, setIsSeen] = useState(false)

  useEffect(() => {
    if (url === undefined) return
    const leaving = new AbortController()
    // What the browser cannot play is told where the player is.
    loadVideo(url, leaving.signal).then(setVideo, () => undefined)
    return () => {
      leaving.abort()
      setIsSeen(false)
      setVideo(loaded => {
        loaded?.pause()
        return undefined
      })
    }
  }, [url])

  const draw = useEffectEvent(() => {
    if (video && canvasRef.current) drawFrame(canvasRef.current, video, caption)
  })
  const goOn = useEffectEvent(() => {
    // Refused only when the page is hidden; it goes on with the next press.
    if (isPlaying) video?.play().catch(() => undefined)
    else video?.pause()
  })

  useEffect(() => {
    if (!video) return
    const leaving = new AbortController()
    const run = async () => {
      video.pause()
      await seekTo(video, startTime, leaving.signal)
      if (leaving.signal.aborted) return
      draw()
      setIsSeen(true)
      goOn()
      let shown = 0
      const tick = () => {
        if (leaving.signal.aborted) return
        const passed = video.currentTime - startTime
        if (!video.seeking && (video.ended || passed >= duration)) {
          video.currentTime = startTime
          goOn()
        } else if (!video.seeking) {
          const frame = Math.floor((passed + roundingSeconds) * fps)
          if (frame !== shown) draw()
          shown = frame
        }
        requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
    }
    void run()
    return () => {
      leaving.abort()
      video.pause()
    }
  }, [video, startTime, duration, fps])

  useEffect(() => {
    if (video) isPlaying ? goOn() : video.pause()
  }, [video, isPlaying])

  // A canvas that changes its size is empty, and a caption may change while nothing moves.
  const { width, height } = size
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew because of them
  useEffect(() => draw(), [width, height, caption])

  return isSeen
}
