/** Plays the chosen part of a film on a canvas, at the chosen rate, over and over. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { FilmPart } from '../film/film-part.ts'
import { loadFilm, seekTo } from '../film/load-film.ts'
import type { PictureSize } from '../gif-figures.ts'
import { drawFrame } from './stage.ts'

interface FilmPreview extends FilmPart {
  readonly url: string | undefined
  readonly fps: number
  readonly size: PictureSize
  readonly caption: string
  readonly isPlaying: boolean
}

/** A moment that falls exactly on a frame must not be taken for the one before. */
const roundingSeconds = 0.002

/** True when something is to be seen. */
export function useFilmPreview(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  { url, startTime, duration, fps, size, caption, isPlaying }: FilmPreview,
): boolean {
  const [film, setFilm] = useState<HTMLVideoElement>()
  const [isSeen, setIsSeen] = useState(false)

  useEffect(() => {
    if (url === undefined) return
    const leaving = new AbortController()
    // What the browser cannot play is told where the player is.
    loadFilm(url, leaving.signal).then(setFilm, () => undefined)
    return () => {
      leaving.abort()
      setIsSeen(false)
      setFilm(loaded => {
        loaded?.pause()
        return undefined
      })
    }
  }, [url])

  const draw = useEffectEvent(() => {
    if (film && canvasRef.current) drawFrame(canvasRef.current, film, caption)
  })
  const goOn = useEffectEvent(() => {
    // Refused only when the page is hidden; it goes on with the next press.
    if (isPlaying) film?.play().catch(() => undefined)
    else film?.pause()
  })

  useEffect(() => {
    if (!film) return
    const leaving = new AbortController()
    const run = async () => {
      film.pause()
      await seekTo(film, startTime, leaving.signal)
      if (leaving.signal.aborted) return
      draw()
      setIsSeen(true)
      goOn()
      let shown = 0
      const tick = () => {
        if (leaving.signal.aborted) return
        const passed = film.currentTime - startTime
        if (!film.seeking && (film.ended || passed >= duration)) {
          film.currentTime = startTime
          goOn()
        } else if (!film.seeking) {
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
      film.pause()
    }
  }, [film, startTime, duration, fps])

  useEffect(() => {
    if (film) isPlaying ? goOn() : film.pause()
  }, [film, isPlaying])

  // A canvas that changes its size is empty, and a caption may change while nothing moves.
  const { width, height } = size
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew because of them
  useEffect(() => draw(), [width, height, caption])

  return isSeen
}
