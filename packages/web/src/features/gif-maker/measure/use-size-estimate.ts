/** How large the GIF will be: guessed at once, and measured on a few of its frames as soon as these are made. */
import { type FramePair, framesOf } from '@filesmith/contract/gif-estimate'
import { useEffect, useEffectEvent, useState } from 'react'
import { totalBytesOf } from '../../../lib/file-list/listed-file.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { guessBytes, heightFor } from '../gif-figures.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { Source } from '../use-source.ts'
import type { VideoReader } from '../video/video-reader.ts'
import { sampleImages, sampleVideo } from './take-samples.ts'
import { weighSamples } from './weigh-samples.ts'

export interface SizeEstimate {
  readonly bytes: number
  /** How many frames were made to know it; 0 for a guess. */
  readonly measuredFrames: number
  /** They were made by the server, as it would make all of them. */
  readonly isServed?: boolean
  readonly isMeasuring: boolean
  /** The guess goes by what was measured with other settings. */
  readonly isFromLast: boolean
}

interface Taken {
  readonly of: string
  readonly pairs: readonly FramePair[]
}

interface Measured {
  readonly of: string
  /** Undefined when it could not be done here. */
  readonly bytes: number | undefined
  readonly frames: number
  /** What the guess was for the same. */
  readonly guess: number
}

/** Somebody who moves a slider has not chosen yet. */
const settleMs = 400

export function useSizeEstimate(
  source: Source,
  settings: GifSettings,
  reader: VideoReader | undefined,
): SizeEstimate {
  const [taken, setTaken] = useState<Taken>()
  const [measured, setMeasured] = useState<Measured>()
  const { files, kind, size, lengthSeconds } = source
  const { fps, width, quality, outputFormat, startTime, duration } = settings
  const isVideo = kind === 'film'
  // Of a film, only the part that is used counts.
  const share = isVideo && lengthSeconds ? Math.min(1, duration / lengthSeconds) : 1
  const guess = guessBytes(totalBytesOf(files) * share, settings)

  const canMeasure =
    size !== undefined &&
    'Worker' in globalThis &&
    (isVideo ? reader !== undefined : files.every(({ file }) => file !== undefined))
  // Another quality or format is weighed with the samples that are there.
  const part = isVideo ? `${startTime} ${duration} ${fps}` : files.map(({ key }) => key).join()
  const wanted = canMeasure ? `${part} ${width} ${heightFor(width, size)}` : ''
  const settledWanted = useDebounced(wanted, settleMs)
  const weighed = wanted === '' ? '' : `${wanted} ${quality} ${outputFormat}`

  const sample = useEffectEvent((signal: AbortSignal) => {
    const frameSize = { width, height: heightFor(width, size) }
    if (isVideo && reader) return sampleVideo(reader, { startTime, duration }, fps, frameSize, signal)
    const images = files.flatMap(({ file }) => (file ? [file] : []))
    return sampleImages(images, frameSize, signal)
  })
  useEffect(() => {
    if (settledWanted === '') return
    const leaving = new AbortController()
    const keep = (pairs: readonly FramePair[]) =>
      leaving.signal.aborted || setTaken({ of: settledWanted, pairs })
    sample(leaving.signal).then(keep, () => keep([]))
    return () => leaving.abort()
  }, [settledWanted])

  const weigh = useEffectEvent((pairs: readonly FramePair[], signal: AbortSignal) => {
    const frames = isVideo ? framesOf(duration, fps) : files.length
    const frameSize = { width, height: heightFor(width, size) }
    return weighSamples({ ...frameSize, pairs, frames, quality, format: outputFormat }, signal)
  })
  const keepMeasured = useEffectEvent((of: string, bytes: number | undefined, frames: number) =>
    setMeasured({ of, bytes, frames, guess }),
  )
  const isReady = taken !== undefined && taken.of === wanted
  useEffect(() => {
    if (!taken || !isReady || weighed === '') return
    const leaving = new AbortController()
    const frames = new Set(taken.pairs.flatMap(({ first, second }) => [first, second])).size
    const keep = (bytes: number | undefined) => leaving.signal.aborted || keepMeasured(weighed, bytes, frames)
    if (frames === 0) keep(undefined)
    else weigh(taken.pairs, leaving.signal).then(keep, () => keep(undefined))
    return () => leaving.abort()
  }, [taken, isReady, weighed])

  if (measured && measured.of === weighed && measured.bytes !== undefined)
    return { bytes: measured.bytes, measuredFrames: measured.frames, isMeasuring: false, isFromLast: false }
  const isMeasuring = weighed !== '' && measured?.of !== weighed
  // Until the next one is there, the last one tells how far the guess is off.
  const correction = (isMeasuring && measured?.bytes && measured.bytes / measured.guess) || undefined
  return {
    bytes: guess * (correction ?? 1),
    measuredFrames: 0,
    isMeasuring,
    isFromLast: correction !== undefined,
  }
}
