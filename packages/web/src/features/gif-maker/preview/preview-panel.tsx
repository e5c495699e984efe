/** The preview of whatever lies on the counter, with its figures. */

import { delayOf } from '../images/image-delays.ts'
import { useServedSize } from '../measure/use-served-size.ts'
import { type SizeEstimate, useSizeEstimate } from '../measure/use-size-estimate.ts'
import type { useGifMaker } from '../use-gif-maker.ts'
import { frameMoments } from '../video/video-part.ts'
import type { VideoReader } from '../video/video-reader.ts'
import { ImagesPreview } from './images-preview.tsx'
import { PreviewFigures } from './preview-figures.tsx'
import { VideoPreview } from './video-preview.tsx'

interface PreviewPanelProps {
  readonly maker: ReturnType<typeof useGifMaker>
  readonly videoUrl: string | undefined
  readonly reader: VideoReader | undefined
  readonly isActive: boolean
}

export function PreviewPanel({ maker, videoUrl, reader, isActive }: PreviewPanelProps) {
  const { source, settings, delays } = maker
  const { files } = source
  const isVideo = source.kind === 'film'
  const totalMs = files.reduce((sum, listed) => sum + delayOf(listed, delays, settings.fps), 0)
  const own = useSizeEstimate(source, settings, reader)
  const { measured, isAsking } = useServedSize(source, settings, delays, isActive)
  const estimate: SizeEstimate = measured
    ? {
        bytes: measured.bytes,
        measuredFrames: measured.frames,
        isServed: true,
        isMeasuring: false,
        isFromLast: false,
      }
    : { ...own, isMeasuring: own.isMeasuring || isAsking }
  const figures = (
    <PreviewFigures
      settings={settings}
      estimate={estimate}
      proportions={source.size}
      frameCount={isVideo ? frameMoments(settings, settings.fps).length : files.length}
      seconds={isVideo ? settings.duration : totalMs / 1000}
    />
  )
  if (isVideo)
    return (
      <VideoPreview source={source} url={videoUrl} settings={settings} isActive={isActive}>
        {figures}
      </VideoPreview>
    )
  return (
    <ImagesPreview source={source} settings={settings} delays={delays} isActive={isActive}>
      {figures}
    </ImagesPreview>
  )
}
