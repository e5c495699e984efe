/** GIF size estimate: computed from the source at first, then measured by encoding sampled frames in the browser. */
import { type FramePair, framesOf } from '@filesmith/contract/gif-estimate'
import { useEffect, useEffectEvent, useState } from 'react'
import { totalBytesOf } from '../../../lib/file-list/listed-file.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { estimateFromSource, heightFor } from '../gif-metrics.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { GifSource } from '../use-gif-source.ts'
import type { VideoReader } from '../video/video-reader.ts'
import { measureSamples } from './measure-samples.ts'
import { sampleImages, sampleVideo } from './sample-frames.ts'

export interface SizeEstimate {
  readonly bytes: number
  /** Number of frames encoded for the measurement; 0 for an estimate. */
  readonly measuredFrames: number
  /** Measured by the server with the actual encoder. */
  readonly isFromServer?: boolean
  readonly isMeasuring: boolean
  /** The estimate is scaled by the last measurement, made with other settings. */
  readonly isExtrapolated: boolean
}

interface SampledFrames {
  readonly forKey: string
  readonly pairs: readonly FramePair[]
}

interface Measured {
  readonly forKey: string
  /** Undefined if the browser could not measure it. */
  readonly bytes: number | undefined
  readonly frames: number
  /** The rough estimate for the same settings. */
  readonly roughEstimate: number
}

/** Debounces slider movements. */
const debounceMs = 400

export function useSizeEstimate(
  source: GifSource,
  settings: GifSettings,
  reader: VideoReader | undefined,
): SizeEstimate {
  const [sampled, setSampled] = useState<SampledFrames>()
  const [measured, setMeasured] = useState<Measured>()
  const { files, kind, size, lengthSeconds } = source
  const { fps, width, quality, outputFormat, startTime, duration } = settings
  const isVideo = kind === 'video'
  // Only the used part of a video counts.
  const fraction = isVideo && lengthSeconds ? Math.min(1, duration / lengthSeconds) : 1
  const roughEstimate = estimateFromSource(totalBytesOf(files) * fraction, settings)

  const canMeasure =
    size !== undefined &&
    'Worker' in globalThis &&
    (isVideo ? reader !== undefined : files.every(({ file }) => file !== undefined))
  // Quality and format can be measured again with the same samples.
  const part = isVideo ? `${startTime} ${duration} ${fps}` : files.map(({ key }) => key).join()
  const sampleKey = canMeasure ? `${part} ${width} ${heightFor(width, size)}` : ''
  const settledSampleKey = useDebounced(sampleKey, debounceMs)
  const measureKey = sampleKey === '' ? '' : `${sampleKey} ${quality} ${outputFormat}`

  const sample = useEffectEvent((signal: AbortSignal) => {
    const frameSize = { width, height: heightFor(width, size) }
    if (isVideo && reader) return sampleVideo(reader, { startTime, duration }, fps, frameSize, signal)
    const images = files.flatMap(({ file }) => (file ? [file] : []))
    return sampleImages(images, frameSize, signal)
  })
  useEffect(() => {
    if (settledSampleKey === '') return
    const abortController = new AbortController()
    const store = (pairs: readonly FramePair[]) =>
      abortController.signal.aborted || setSampled({ forKey: settledSampleKey, pairs })
    sample(abortController.signal).then(store, () => store([]))
    return () => abortController.abort()
  }, [settledSampleKey])

  const measure = useEffectEvent((pairs: readonly FramePair[], signal: AbortSignal) => {
    const frames = isVideo ? framesOf(duration, fps) : files.length
    const frameSize = { width, height: heightFor(width, size) }
    return measureSamples({ ...frameSize, pairs, frames, quality, format: outputFormat }, signal)
  })
  const storeMeasured = useEffectEvent((forKey: string, bytes: number | undefined, frames: number) =>
    setMeasured({ forKey, bytes, frames, roughEstimate }),
  )
  const isReady = sampled !== undefined && sampled.forKey === sampleKey
  useEffect(() => {
    if (!sampled || !isReady || measureKey === '') return
    const abortController = new AbortController()
    const frames = new Set(sampled.pairs.flatMap(({ first, second }) => [first, second])).size
    const store = (bytes: number | undefined) =>
      abortController.signal.aborted || storeMeasured(measureKey, bytes, frames)
    if (frames === 0) store(undefined)
    else measure(sampled.pairs, abortController.signal).then(store, () => store(undefined))
    return () => abortController.abort()
  }, [sampled, isReady, measureKey])

  if (measured && measured.forKey === measureKey && measured.bytes !== undefined)
    return {
      bytes: measured.bytes,
      measuredFrames: measured.frames,
      isMeasuring: false,
      isExtrapolated: false,
    }
  const isMeasuring = measureKey !== '' && measured?.forKey !== measureKey
  // Until the next measurement, correct the estimate by the error of the last one.
  const correction = (isMeasuring && measured?.bytes && measured.bytes / measured.roughEstimate) || undefined
  return {
    bytes: roughEstimate * (correction ?? 1),
    measuredFrames: 0,
    isMeasuring,
    isExtrapolated: correction !== undefined,
  }
}
