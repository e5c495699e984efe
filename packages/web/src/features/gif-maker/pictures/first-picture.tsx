/** The first picture, large, as it lies on the counter. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { endingLabel } from '../../../lib/ending-label.ts'
import { type ListedFile, nameOf } from '../../../lib/file-list/listed-file.ts'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import { FileSheet } from '../../../ui/file-sheet.tsx'
import type { Source } from '../use-source.ts'

interface FirstPictureProps {
  readonly source: Source
  readonly picture: ListedFile
}

export function FirstPicture({ source, picture }: FirstPictureProps) {
  const url = useObjectUrl(picture.file, 0)
  const { key } = picture
  const name = nameOf(picture)
  return (
    <div className="grid h-56 place-items-center overflow-hidden border-b border-line bg-paper p-3">
      {url !== undefined && source.canPlay !== false ? (
        <img
          key={url}
          src={url}
          alt={gifMessages.pictures.first(name)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            source.see({ key, canPlay: true, size: width > 0 && height > 0 ? { width, height } : undefined })
          }
          onError={() => source.see({ key, canPlay: false })}
          className="checkerboard max-h-50 max-w-full rounded object-contain"
        />
      ) : (
        <FileSheet kind="image" label={endingLabel(name)} />
      )}
    </div>
  )
}
