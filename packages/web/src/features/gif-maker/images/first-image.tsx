/** Large preview of the first image. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { extensionLabel } from '../../../lib/extension-label.ts'
import { type ListedFile, nameOf } from '../../../lib/file-list/listed-file.ts'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import { FileIcon } from '../../../ui/file-icon.tsx'
import type { GifSource } from '../use-gif-source.ts'

interface FirstImageProps {
  readonly source: GifSource
  readonly image: ListedFile
}

export function FirstImage({ source, image }: FirstImageProps) {
  const url = useObjectUrl(image.file, 0)
  const { key } = image
  const name = nameOf(image)
  return (
    <div className="grid h-56 place-items-center overflow-hidden border-b border-line bg-paper p-3">
      {url !== undefined && source.canPlay !== false ? (
        <img
          key={url}
          src={url}
          alt={gifMessages.images.first(name)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            source.setProbe({
              key,
              canPlay: true,
              size: width > 0 && height > 0 ? { width, height } : undefined,
            })
          }
          onError={() => source.setProbe({ key, canPlay: false })}
          className="checkerboard max-h-50 max-w-full rounded object-contain"
        />
      ) : (
        <FileIcon kind="image" label={extensionLabel(name)} />
      )}
    </div>
  )
}
