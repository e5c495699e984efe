/** What stands for a film that the browser cannot play: the server's picture of it, or the moving GIF itself. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { endingLabel } from '../../../lib/ending-label.ts'
import { type ListedFile, nameOf } from '../../../lib/file-list/listed-file.ts'
import { FileSheet } from '../../../ui/file-sheet.tsx'
import { LoadedImage } from '../../../ui/loaded-image.tsx'
import type { Source } from '../use-source.ts'

const { film: texts } = gifMessages

interface FilmPictureProps {
  readonly source: Source
  readonly film: ListedFile
  readonly url: string | undefined
}

export function FilmPicture({ source, film, url }: FilmPictureProps) {
  const name = nameOf(film)
  const isShown = source.isMovingPicture && url !== undefined
  const pictureUrl = isShown ? url : source.inspection.details?.previewUrl
  return (
    <div className="flex h-64 flex-col items-center justify-center gap-3 bg-paper p-4 text-center">
      <LoadedImage
        src={pictureUrl ?? undefined}
        alt={texts.player(name)}
        className="fade-in min-h-0 max-w-full flex-1 rounded object-contain"
        fallback={<FileSheet kind="video" label={endingLabel(name)} />}
      />
      {isShown ? null : (
        <p className="text-xs text-ink-muted">{film.file ? texts.unplayable : texts.earlier}</p>
      )}
    </div>
  )
}
