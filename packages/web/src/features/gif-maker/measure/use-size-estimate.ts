/** GIF size estimate: computed from the source at first, then measured by encoding sampled frames in the browser. */
import {
  type FramePair,
  framesOf,
  type GifSamples,
  type SampledMoment,
  sampleMoments,
} from '@filesmith/contract/gif-estimate'
import { useEffect, useEffectEvent, useState } from 'react'
import { totalBytesOf } from '../../../lib/file-list/listed-file.ts'
import { loadImage } from '../../../lib/load-image.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { estimateFromSource, heightFor, type ImageSize } from '../gif-metrics.ts'
import type { GifSettings } from '../gif-settings.ts'
import { drawFitted } from '../preview/draw-frame.ts'
import type { GifSource } from '../use-gif-source.ts'
import type { VideoPart } from '../video/video-part.ts'
import type { VideoReader } from '../video/video-reader.ts'

/** 64 MB: fewer samples suffice for large frames, and phones have little memory. */
const maxPixels = 16_000_000

export interface SizeEstimate {
  readonly bytes: number
  /** Number of frames encoded for the measurement; 0 for an estimate. */
  readonly measuredFrames: number
  /** Made by the server with the actual encoder. */
  readonly isFromServer?: boolean
  /** The server has encoded all frames: only this is called measured. */
  readonly isExact?: boolean
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

/** Rejects when the signal aborts or the worker cannot be started. */
function measureSamples(samples: GifSamples, signal: AbortSignal): Promise<number> {
  const worker = new Worker(new URL('./measure-samples.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
    worker.onerror = event => reject(new Error(event.message))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(samples)
  }).finally(() => worker.terminate())
}

type Pixels = Uint8ClampedArray

/** Samples pairs of consecutive frames, as they will be in the GIF, from a video or from images. */
async function sampleVideo(
  reader: VideoReader,
  { startTime, duration }: VideoPart,
  fps: number,
  size: ImageSize,
  signal: AbortSignal,
): Promise<FramePair[]> {
  const sampled = limitSamples(sampleMoments(startTime, duration, fps), size)
  const pixelReader = createPixelReader(size)
  const frames = new Map<number, Pixels>()
  const times = distinctTimes(sampled)
  await reader.frames(times, signal, (video, index) => {
    frames.set(times[index] ?? 0, pixelReader.pixelsOf(video))
  })
  signal.throwIfAborted()
  return pairUp(sampled, frames)
}

/** Rejects if an image cannot be decoded: the remaining samples would not be representative. */
async function sampleImages(
  files: readonly Blob[],
  size: ImageSize,
  signal: AbortSignal,
): Promise<FramePair[]> {
  // At one frame per second a sampled time is an index into the list.
  const sampled = limitSamples(sampleMoments(0, files.length, 1), size)
  const pixelReader = createPixelReader(size)
  const frames = new Map<number, Pixels>()
  for (const index of distinctTimes(sampled)) {
    const file = files[index]
    const element = file && (await loadImage(file))
    signal.throwIfAborted()
    if (!element) throw new Error('image cannot be decoded')
    frames.set(index, pixelReader.pixelsOf(element))
  }
  return pairUp(sampled, frames)
}

type Sampled = ReturnType<typeof sampleMoments>

/** Each frame once, even if it ends one pair and starts the next. */
function distinctTimes(sampled: Sampled): number[] {
  return [...new Set(sampled.flatMap(({ firstSeconds, secondSeconds }) => [firstSeconds, secondSeconds]))]
}

function pairUp(sampled: Sampled, frames: ReadonlyMap<number, Pixels>): FramePair[] {
  return sampled.flatMap(({ firstSeconds, secondSeconds }) => {
    const [first, second] = [frames.get(firstSeconds), frames.get(secondSeconds)]
    return first && second ? [{ first, second }] : []
  })
}

function createPixelReader({ width, height }: ImageSize) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('2D canvas context is not available')
  return {
    pixelsOf(image: HTMLVideoElement | HTMLImageElement): Pixels {
      context.clearRect(0, 0, width, height)
      drawFitted(context, image)
      return context.getImageData(0, 0, width, height).data
    },
  }
}

/** Limits the sampled frames to a memory budget, keeping runs of consecutive frames whole. */
export function limitSamples(
  moments: readonly SampledMoment[],
  { width, height }: ImageSize,
): readonly SampledMoment[] {
  const maxFrames = Math.floor(maxPixels / (width * height))
  const runs = runsOf(moments)
  const [run = []] = runs
  if (runs.length === 1) return run.slice(0, Math.max(1, maxFrames - 1))
  const count = Math.max(1, Math.min(runs.length, Math.floor(maxFrames / (run.length + 1))))
  return Array.from(
    { length: count },
    (_, index) => runs[Math.floor(((index + 0.5) * runs.length) / count)] ?? [],
  ).flat()
}

/** A run continues while a pair starts with the frame that ended the previous pair. */
function runsOf(moments: readonly SampledMoment[]): SampledMoment[][] {
  const runs: SampledMoment[][] = []
  for (const moment of moments) {
    const run = runs.at(-1)
    if (run?.at(-1)?.secondSeconds === moment.firstSeconds) run.push(moment)
    else runs.push([moment])
  }
  return runs
}
