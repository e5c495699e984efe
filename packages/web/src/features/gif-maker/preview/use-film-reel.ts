/** The frames of a part of a film, last one first, for playing it backwards. */
import { useEffect, useState } from 'react'
import { type FilmPart, frameMoments } from '../film/film-part.ts'
import type { FilmReader } from '../film/film-reader.ts'
import type { PictureSize } from '../gif-figures.ts'
import { type ReelFrame, reelSize } from './reel.ts'
import { drawFitted } from './stage.ts'

interface FilmReel {
  readonly frames: readonly ReelFrame[] | undefined
  readonly done: number
  readonly total: number
}

const nothing: FilmReel = { frames: undefined, done: 0, total: 0 }

/** Without a reader nothing is collected. */
export function useFilmReel(
  reader: FilmReader | undefined,
  { startTime, duration }: FilmPart,
  fps: number,
  { width, height }: PictureSize,
): FilmReel {
  const [reel, setReel] = useState(nothing)
  useEffect(() => {
    if (!reader) return
    const leaving = new AbortController()
    const moments = frameMoments({ startTime, duration }, fps).reverse()
    const size = reelSize({ width, height }, moments.length)
    const canvas = new OffscreenCanvas(size.width, size.height)
    const context = canvas.getContext('2d')
    const frames: ReelFrame[] = []
    setReel({ frames: undefined, done: 0, total: moments.length })
    reader
      .frames(moments, leaving.signal, film => {
        if (!context) return
        drawFitted(context, film)
        frames.push({ image: canvas.transferToImageBitmap(), delayMs: 1000 / fps })
        setReel({ frames: undefined, done: frames.length, total: moments.length })
      })
      .then(
        () => leaving.signal.aborted || setReel({ frames, done: frames.length, total: frames.length }),
        () => undefined,
      )
    return () => {
      leaving.abort()
      setReel(nothing)
      for (const { image } of frames) image?.close()
    }
  }, [reader, startTime, duration, fps, width, height])
  return reel
}
