/** The preview of whatever lies on the counter, with its figures. */
import { totalBytesOf } from '../../../lib/file-list/listed-file.ts'
import { frameMoments } from '../film/film-part.ts'
import type { FilmReader } from '../film/film-reader.ts'
import { guessBytes } from '../gif-figures.ts'
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
  const { files, lengthSeconds } = source
  const isFilm = source.kind === 'film'
  const totalMs = files.reduce((sum, listed) => sum + delayOf(listed, delays, settings.fps), 0)
  // Of a film, only the part that is used counts.
  const share = isFilm && lengthSeconds ? Math.min(1, settings.duration / lengthSeconds) : 1
  const figures = (
    <PreviewFigures
      settings={settings}
      estimate={{
        bytes: guessBytes(totalBytesOf(files) * share, settings),
        measuredFrames: 0,
        isMeasuring: false,
      }}
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
