/** Draws small frames of a stretch of film side by side, as they are found. */
import { type RefObject, useEffect } from 'react'
import type { ImageSize } from '../gif-figures.ts'
import { stripOrder } from './strip-order.ts'
import type { StripSection } from './strip-section.ts'
import type { VideoReader } from './video-reader.ts'

/** Twice what is seen, for sharp screens. */
const heightPx = 112
const stripWidthPx = 1280
const maxImages = 12
/** Somebody who moves through a film does not stop at every stretch. */
const settleMs = 150

export function useStripImages(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  reader: VideoReader | undefined,
  size: ImageSize | undefined,
  { from, to }: StripSection,
): void {
  const ratio = size ? size.width / size.height : 16 / 9
  useEffect(() => {
    const canvas = canvasRef.current
    if (!reader || !canvas) return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      canvas.width = stripWidthPx
      canvas.height = heightPx
      const context = canvas.getContext('2d')
      const count = Math.max(1, Math.min(maxImages, Math.round(stripWidthPx / (heightPx * ratio))))
      const cellWidth = stripWidthPx / count
      const order = stripOrder(count)
      const moments = order.map(({ index }) => from + ((index + 0.5) / count) * (to - from))
      reader
        .frames(moments, leaving.signal, (video, place) => {
          const { index, spans } = order[place] ?? { index: 0, spans: 0 }
          // The middle of the frame, where what matters usually is, fills its cell.
          const scale = Math.max(cellWidth / video.videoWidth, heightPx / video.videoHeight)
          const [width, height] = [cellWidth / scale, heightPx / scale]
          const [x, y] = [(video.videoWidth - width) / 2, (video.videoHeight - height) / 2]
          for (let cell = index; cell < index + spans; cell += 1)
            context?.drawImage(video, x, y, width, height, cell * cellWidth, 0, cellWidth, heightPx)
        })
        // A film that cannot be read has a strip without pictures.
        .catch(() => undefined)
    }, settleMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [canvasRef, reader, ratio, from, to])
}
