/** Preview of a video part: played forward, or captured first and played in reverse. */
import { gifMessages } from '@filesmith/contract/tools/gif/messages'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { heightFor, type ImageSize } from '../gif-metrics.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { GifSource } from '../use-gif-source.ts'
import { loadVideo, seekTo } from '../video/load-video.ts'
import { frameTimes, type VideoPart } from '../video/video-part.ts'
import { drawFitted, drawFrame } from './draw-frame.ts'
import { type PreviewFrame, previewFrameSize } from './frame-playback.ts'
import { GifPreview } from './gif-preview.tsx'
import { useFramePreview } from './use-frame-preview.ts'
import { usePlaying } from './use-playing.ts'

/** At low frame rates the video can play at double speed. */
const fastUpToFps = 15

const fastPlaybackRate = 2

const roundingSeconds = 0.002

const noFrames: VideoFrames = { frames: undefined, done: 0, total: 0 }

/** Tolerance, so that a time exactly on a frame boundary does not yield the previous frame. */

const { preview: texts } = gifMessages
/** Debounces dragging. */
const debounceMs = 200

interface VideoPreviewProps {
  readonly source: GifSource
  readonly url: string | undefined
  readonly settings: GifSettings
  readonly isActive: boolean
  /** The preview stats. */
  readonly children: ReactNode
}

export function VideoPreview({ source, url, settings, isActive, children }: VideoPreviewProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [isPlaying, setIsPlaying] = usePlaying()
  const { startTime, duration, fps, width, caption, isReversed } = useDebounced(settings, debounceMs)
  const canAnimate = source.canPlay !== false && url !== undefined
  const size = { width, height: heightFor(width, source.size) }
  const playbackOptions = { size, caption, isPlaying: isPlaying && isActive }
  const isRendered = useVideoPreview(canvasRef, {
    ...playbackOptions,
    url: isReversed || !canAnimate ? undefined : url,
    startTime,
    duration,
    fps,
  })
  const reversed = useReversedVideoFrames(
    isReversed && canAnimate ? url : undefined,
    { startTime, duration },
    fps,
    size,
  )
  useFramePreview(canvasRef, { ...playbackOptions, frames: reversed.frames })

  const waiting =
    isReversed && reversed.total > 0 ? texts.reversing(reversed.done, reversed.total) : texts.preparing
  const isWaiting = canAnimate && (isReversed ? reversed.frames === undefined : !isRendered)
  return (
    <GifPreview
      canvasRef={canvasRef}
      size={size}
      imageUrl={(source.isAnimatedImage && url) || (source.inspection.details?.previewUrl ?? undefined)}
      canAnimate={canAnimate}
      isPlaying={isPlaying}
      message={isWaiting ? waiting : ''}
      onPlay={setIsPlaying}
    >
      {children}
    </GifPreview>
  )
}

interface VideoPreviewOptions extends VideoPart {
  readonly url: string | undefined
  readonly fps: number
  readonly size: ImageSize
  readonly caption: string
  readonly isPlaying: boolean
}

/** Returns whether a frame has been drawn. */
function useVideoPreview(
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

interface VideoFrames {
  readonly frames: readonly PreviewFrame[] | undefined
  readonly done: number
  readonly total: number
}

/** Captures nothing without a URL. */
function useReversedVideoFrames(
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

interface CaptureOptions {
  readonly part: VideoPart
  readonly fps: number
  readonly signal: AbortSignal
  /** Called for each displayed frame with the number of GIF frames it covers. */
  readonly onFrame: (count: number) => void
}

/** Resolves when all frames are captured or the signal aborts. */
async function captureFrames(video: HTMLVideoElement, options: CaptureOptions): Promise<void> {
  const { part, fps, signal, onFrame } = options
  const total = frameTimes(part, fps).length
  await seekTo(video, part.startTime, signal)
  if (signal.aborted) return
  onFrame(1)
  let done = 1
  video.playbackRate = fps <= fastUpToFps ? fastPlaybackRate : 1
  await video.play().catch(() => undefined)
  await new Promise<void>(resolve => {
    const tick = () => {
      if (signal.aborted) return resolve()
      const elapsed = video.currentTime - part.startTime + roundingSeconds
      const reached = video.ended ? total : Math.min(total, Math.floor(elapsed * fps) + 1)
      // Frames the player skipped repeat the previous one.
      if (reached > done) onFrame(reached - done)
      done = Math.max(done, reached)
      if (done >= total) return resolve()
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  video.pause()
}
