/** The preview of whatever lies on the counter, with its figures. */
import { frameMoments } from '../film/film-part.ts'
import type { FilmReader } from '../film/film-reader.ts'
import { useServedSize } from '../measure/use-served-size.ts'
import { type SizeEstimate, useSizeEstimate } from '../measure/use-size-estimate.ts'
import { delayOf } from '../pictures/picture-delays.ts'
import type { useGifMaker } from '../use-gif-maker.ts'
import { FilmPreview } from './film-preview.tsx'
import { PicturesPreview } from './pictures-preview.tsx'
import { PreviewFigures } from './preview-figures.tsx'

interface PreviewPanelProps {
  readonly maker: ReturnType<typeof useGifMaker>
  readonly filmUrl: string | undefined
  readonly reader: FilmReader | undefined
  readonly isActive: boolean
}

export function PreviewPanel({ maker, filmUrl, reader, isActive }: PreviewPanelProps) {
  const { source, settings, delays } = maker
  const { files } = source
  const isFilm = source.kind === 'film'
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
      frameCount={isFilm ? frameMoments(settings, settings.fps).length : files.length}
      seconds={isFilm ? settings.duration : totalMs / 1000}
    />
  )
  if (isFilm)
    return (
      <FilmPreview source={source} url={filmUrl} settings={settings} isActive={isActive}>
        {figures}
      </FilmPreview>
    )
  return (
    <PicturesPreview source={source} settings={settings} delays={delays} isActive={isActive}>
      {figures}
    </PicturesPreview>
  )
}
