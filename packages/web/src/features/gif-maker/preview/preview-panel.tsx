/** Preview of the selected files with stats. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { gifEstimateReplySchema } from '@filesmith/contract/schemas/gif-estimate'
import { gifMessages } from '@filesmith/contract/tools/gif/messages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ListedFile } from '../../../lib/file-list/listed-file.ts'
import { pendingReason } from '../../../lib/file-list/pending-reason.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { loadImage } from '../../../lib/load-image.ts'
import { request } from '../../../lib/request.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatSeconds } from '../format-seconds.ts'
import { formatResolution, heightFor, type ImageSize } from '../gif-metrics.ts'
import { toGifRequest } from '../gif-request.ts'
import type { GifSettings } from '../gif-settings.ts'
import { delayOf, type ImageDelays } from '../images/image-delays.ts'
import { type SizeEstimate, useSizeEstimate } from '../measure/use-size-estimate.ts'
import type { useGifMaker } from '../use-gif-maker.ts'
import type { GifSource } from '../use-gif-source.ts'
import { frameTimes } from '../video/video-part.ts'
import type { VideoReader } from '../video/video-reader.ts'
import { drawFitted } from './draw-frame.ts'
import { type PreviewFrame, previewFrameSize } from './frame-playback.ts'
import { GifPreview } from './gif-preview.tsx'
import { useFramePreview } from './use-frame-preview.ts'
import { usePlaying } from './use-playing.ts'
import { VideoPreview } from './video-preview.tsx'

const { preview: texts } = gifMessages

const bytesPerKilobyte = 1024

/** Debounces slider movements. */
const debounceMs = 600

/** A busy server is polled again, a limited number of times. */
const retryMs = 15_000

const maxResponses = 4

interface PreviewPanelProps {
  readonly maker: ReturnType<typeof useGifMaker>
  readonly videoUrl: string | undefined
  readonly reader: VideoReader | undefined
  readonly isActive: boolean
}

export function PreviewPanel({ maker, videoUrl, reader, isActive }: PreviewPanelProps) {
  const { source, settings, delays } = maker
  const { files } = source
  const isVideo = source.kind === 'video'
  const totalMs = files.reduce((sum, listed) => sum + delayOf(listed, delays, settings.fps), 0)
  const localEstimate = useSizeEstimate(source, settings, reader)
  const { measured, isPending } = useServerSizeEstimate(source, settings, delays, isActive)
  const estimate: SizeEstimate = measured
    ? {
        bytes: measured.bytes,
        measuredFrames: measured.frames,
        isFromServer: true,
        isExact: measured.isExact,
        isMeasuring: false,
        isExtrapolated: false,
      }
    : { ...localEstimate, isMeasuring: localEstimate.isMeasuring || isPending }
  const stats = (
    <PreviewStats
      settings={settings}
      estimate={estimate}
      sourceSize={source.size}
      frameCount={isVideo ? frameTimes(settings, settings.fps).length : files.length}
      seconds={isVideo ? settings.duration : totalMs / 1000}
    />
  )
  if (isVideo)
    return (
      <VideoPreview source={source} url={videoUrl} settings={settings} isActive={isActive}>
        {stats}
      </VideoPreview>
    )
  return (
    <ImagesPreview source={source} settings={settings} delays={delays} isActive={isActive}>
      {stats}
    </ImagesPreview>
  )
}

interface ServerSizeEstimate {
  /** Undefined until the response arrives, and if the server is too busy to measure. */
  readonly measured:
    | { readonly bytes: number; readonly frames: number; readonly isExact: boolean }
    | undefined
  readonly isPending: boolean
}

/** GIF size estimated by the server, which encodes all frames, or a few of a large clip. */
function useServerSizeEstimate(
  source: GifSource,
  settings: GifSettings,
  delays: ImageDelays,
  isActive: boolean,
): ServerSizeEstimate {
  const isReady = isActive && source.files.length > 0 && pendingReason(source.files) === undefined
  // The loop count does not affect the size, and the size limit is reported separately.
  const body = { ...toGifRequest(source, settings, delays), loopCount: 0, maxKilobytes: 0 }
  const requested = isReady ? JSON.stringify(body) : ''
  const settled = useDebounced(requested, debounceMs)
  const { data, isFetching } = useQuery({
    queryKey: [apiPaths.gifEstimate, settled],
    queryFn: async ({ signal }) => {
      const response = await request('POST', apiPaths.gifEstimate, JSON.parse(settled), {}, signal)
      return gifEstimateReplySchema.parse(await response.json())
    },
    enabled: settled !== '' && settled === requested,
    refetchInterval: ({ state }) =>
      state.data?.bytes === null && state.dataUpdateCount < maxResponses ? retryMs : false,
  })
  const isSettled = requested !== '' && settled === requested
  const { bytes = null, frames = 0, isExact = false } = (isSettled && data) || {}
  return {
    measured: bytes === null ? undefined : { bytes, frames, isExact },
    isPending: requested !== '' && (!isSettled || isFetching),
  }
}

interface PreviewStatsProps {
  readonly settings: GifSettings
  readonly estimate: SizeEstimate
  /** Size of the video or the first image, if known. */
  readonly sourceSize: ImageSize | undefined
  readonly frameCount: number
  readonly seconds: number
}

/** Properties of the GIF to be made, and how its size was determined. */
export function PreviewStats(props: PreviewStatsProps) {
  const { settings, estimate, sourceSize, frameCount, seconds } = props
  const { width, maxKilobytes, outputFormat } = settings
  const limitBytes = maxKilobytes * bytesPerKilobyte
  const isMeasured = estimate.isExact === true
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 p-4 sm:grid-cols-4">
      <Stat term={texts.size} className="col-span-2">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-lg font-semibold">{formatBytes(roundToTwoDigits(estimate.bytes))}</span>
          <Badge tone={isMeasured ? 'success' : 'neutral'}>
            {isMeasured ? texts.measured : texts.estimated}
          </Badge>
        </span>
        <Note>
          {describeBasis(estimate)}
          {estimate.isMeasuring ? `, ${texts.measuring}` : ''}
        </Note>
        {limitBytes > 0 && estimate.bytes > limitBytes ? (
          <Note>{texts.overLimit(formatBytes(limitBytes))}</Note>
        ) : null}
      </Stat>
      <Stat term={texts.resolution}>
        <span className="font-semibold">
          {formatResolution({ width, height: heightFor(width, sourceSize) })}
        </span>
      </Stat>
      <Stat term={texts.length}>
        <span className="font-semibold">{formatSeconds(seconds)}</span>
        <Note>
          {texts.frameCount(frameCount)}, {formatLabel(outputFormat)}
        </Note>
      </Stat>
    </dl>
  )
}

function describeBasis({ measuredFrames, isExtrapolated, isFromServer, isExact }: SizeEstimate): string {
  if (isExact) return texts.wholeNote
  if (isFromServer) return texts.servedNote(measuredFrames)
  if (measuredFrames > 0) return texts.sampledNote(measuredFrames)
  return isExtrapolated ? texts.fromLastNote : texts.estimatedNote
}

interface StatProps {
  readonly term: string
  readonly className?: string
  readonly children: ReactNode
}

function Stat({ term, className, children }: StatProps) {
  return (
    <div className={className}>
      <dt className="text-xs text-ink-muted">{term}</dt>
      <dd className="figures text-sm">{children}</dd>
    </div>
  )
}

function Note({ children }: { readonly children: ReactNode }) {
  return <span className="block font-text text-xs text-ink-muted">{children}</span>
}

/** Rounds to two significant digits of the displayed unit; estimates are not more precise. */
function roundToTwoDigits(bytes: number): number {
  if (bytes < 1) return 0
  const unit = 1024 ** Math.floor(Math.log(bytes) / Math.log(1024))
  return Number((bytes / unit).toPrecision(2)) * unit
}

const { preview: imagesPreviewTexts } = gifMessages
/** Debounces dragging and typing. */
const frameDebounceMs = 200

interface ImagesPreviewProps {
  readonly source: GifSource
  readonly settings: GifSettings
  readonly delays: ImageDelays
  readonly isActive: boolean
  /** The preview stats. */
  readonly children: ReactNode
}

/** Preview of an image sequence. */
function ImagesPreview({ source, settings, delays, isActive, children }: ImagesPreviewProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [isPlaying, setIsPlaying] = usePlaying()
  const [isRendered, setIsRendered] = useState(true)
  const { fps, width, caption, isReversed } = useDebounced(settings, frameDebounceMs)
  const size = { width, height: heightFor(width, source.size) }
  const frames = useImageFrames({ files: source.files, delays, fps, isReversed, size })
  useFramePreview(canvasRef, {
    frames,
    size,
    caption,
    isPlaying: isPlaying && isActive,
    onFrameShown: setIsRendered,
  })
  const isWaiting = frames === undefined
  return (
    <GifPreview
      canvasRef={canvasRef}
      size={size}
      canAnimate
      isPlaying={isPlaying}
      message={isWaiting ? imagesPreviewTexts.preparing : isRendered ? '' : imagesPreviewTexts.noPreview}
      onPlay={setIsPlaying}
    >
      {children}
    </GifPreview>
  )
}

interface ImageFramesOptions {
  readonly files: readonly ListedFile[]
  readonly delays: ImageDelays
  readonly fps: number
  readonly isReversed: boolean
  readonly size: ImageSize
}

/** Null if the image cannot be displayed: uploaded on an earlier visit, or not supported by the browser. */
type Images = ReadonlyMap<string, ImageBitmap | null>

/** Decodes the selected images into preview frames, in order and with their delays. */
function useImageFrames(settings: ImageFramesOptions): readonly PreviewFrame[] | undefined {
  const { files, delays, fps, isReversed, size } = settings
  const images = useImages(files, previewFrameSize(size, files.length))
  return useMemo(() => {
    if (files.length === 0 || !files.every(({ key }) => images.has(key))) return undefined
    const frames = files.map(listed => ({
      image: images.get(listed.key) ?? undefined,
      delayMs: delayOf(listed, delays, fps),
    }))
    return isReversed ? frames.reverse() : frames
  }, [files, images, delays, fps, isReversed])
}

function useImages(files: readonly ListedFile[], { width, height }: ImageSize): Images {
  const [images, setImages] = useState<Images>(new Map())
  // Independent of order and upload progress.
  const identity = files
    .map(({ key }) => key)
    .toSorted()
    .join()
  const [requested, setRequested] = useState({ identity: '', files })
  if (requested.identity !== identity) setRequested({ identity, files })

  useEffect(() => {
    const abortController = new AbortController()
    const decoded: ImageBitmap[] = []
    const decodeAll = async () => {
      const next = new Map<string, ImageBitmap | null>()
      for (const { key, file } of requested.files) {
        const element = file && (await loadImage(file))
        if (abortController.signal.aborted) return
        const image = element ? shrink(element, { width, height }) : null
        if (image) decoded.push(image)
        next.set(key, image)
      }
      setImages(next)
    }
    void decodeAll()
    return () => {
      abortController.abort()
      setImages(new Map())
      for (const image of decoded) image.close()
    }
  }, [requested.files, width, height])
  return images
}

function shrink(element: HTMLImageElement, { width, height }: ImageSize): ImageBitmap | null {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return null
  drawFitted(context, element)
  return canvas.transferToImageBitmap()
}
