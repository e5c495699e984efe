/** Preview of the selected files with stats. */

import { delayOf } from '../images/image-delays.ts'
import { useServerSizeEstimate } from '../measure/use-server-size-estimate.ts'
import { type SizeEstimate, useSizeEstimate } from '../measure/use-size-estimate.ts'
import type { useGifMaker } from '../use-gif-maker.ts'
import { frameTimes } from '../video/video-part.ts'
import type { VideoReader } from '../video/video-reader.ts'
import { ImagesPreview } from './images-preview.tsx'
import { PreviewStats } from './preview-stats.tsx'
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
  const isVideo = source.kind === 'video'
  const totalMs = files.reduce((sum, listed) => sum + delayOf(listed, delays, settings.fps), 0)
  const localEstimate = useSizeEstimate(source, settings, reader)
  const { measured, isPending } = useServerSizeEstimate(source, settings, delays, isActive)
  const estimate: SizeEstimate = measured
    ? {
        bytes: measured.bytes,
        measuredFrames: measured.frames,
        isFromServer: true,
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
