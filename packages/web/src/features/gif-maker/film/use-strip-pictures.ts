/** Draws small frames of a stretch of film side by side, as they are found. */
import { type RefObject, useEffect } from 'react'
import type { PictureSize } from '../gif-figures.ts'
import type { FilmReader } from './film-reader.ts'
import { stripOrder } from './strip-order.ts'
import type { StripSection } from './strip-section.ts'

/** Twice what is seen, for sharp screens. */
const heightPx = 112
const stripWidthPx = 1280
const maxPictures = 12
/** Somebody who moves through a film does not stop at every stretch. */
const settleMs = 150

export function useStripPictures(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  reader: FilmReader | undefined,
  size: PictureSize | undefined,
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
      const count = Math.max(1, Math.min(maxPictures, Math.round(stripWidthPx / (heightPx * ratio))))
      const cellWidth = stripWidthPx / count
      const order = stripOrder(count)
      const moments = order.map(({ index }) => from + ((index + 0.5) / count) * (to - from))
      reader
        .frames(moments, leaving.signal, (film, place) => {
          const { index, spans } = order[place] ?? { index: 0, spans: 0 }
          // The middle of the frame, where what matters usually is, fills its cell.
          const scale = Math.max(cellWidth / film.videoWidth, heightPx / film.videoHeight)
          const [width, height] = [cellWidth / scale, heightPx / scale]
          const [x, y] = [(film.videoWidth - width) / 2, (film.videoHeight - height) / 2]
          for (let cell = index; cell < index + spans; cell += 1)
            context?.drawImage(film, x, y, width, height, cell * cellWidth, 0, cellWidth, heightPx)
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
