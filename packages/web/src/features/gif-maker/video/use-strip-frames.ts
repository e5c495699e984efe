/** Draws thumbnails of a section of the video side by side as they load. */
import { type RefObject, useEffect } from 'react'
import type { ImageSize } from '../gif-metrics.ts'
import { stripOrder } from './strip-order.ts'
import type { StripSection } from './strip-section.ts'
import type { VideoReader } from './video-reader.ts'

/** Twice the displayed height, for high-density screens. */
const heightPx = 112
const stripWidthPx = 1280
const maxThumbnails = 12
/** Debounces moving through the video. */
const debounceMs = 150

export function useStripFrames(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  reader: VideoReader | undefined,
  size: ImageSize | undefined,
  { from, to }: StripSection,
): void {
  const ratio = size ? size.width / size.height : 16 / 9
  useEffect(() => {
    const canvas = canvasRef.current
    if (!reader || !canvas) return
    const abortController = new AbortController()
    const timer = setTimeout(() => {
      canvas.width = stripWidthPx
      canvas.height = heightPx
      const context = canvas.getContext('2d')
      const count = Math.max(1, Math.min(maxThumbnails, Math.round(stripWidthPx / (heightPx * ratio))))
      const cellWidth = stripWidthPx / count
      const order = stripOrder(count)
      const times = order.map(({ index }) => from + ((index + 0.5) / count) * (to - from))
      reader
        .frames(times, abortController.signal, (video, position) => {
          const { index, spans } = order[position] ?? { index: 0, spans: 0 }
          // Crops the frame to its cell around the center.
          const scale = Math.max(cellWidth / video.videoWidth, heightPx / video.videoHeight)
          const [width, height] = [cellWidth / scale, heightPx / scale]
          const [x, y] = [(video.videoWidth - width) / 2, (video.videoHeight - height) / 2]
          for (let cell = index; cell < index + spans; cell += 1)
            context?.drawImage(video, x, y, width, height, cell * cellWidth, 0, cellWidth, heightPx)
        })
        // An undecodable video has a strip without thumbnails.
        .catch(() => undefined)
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abortController.abort()
    }
  }, [canvasRef, reader, ratio, from, to])
}
