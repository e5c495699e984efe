/** Poster for a video the browser cannot play: the preview from the server, or the animated GIF itself. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { extensionLabel } from '../../../lib/extension-label.ts'
import { type ListedFile, nameOf } from '../../../lib/file-list/listed-file.ts'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { LoadedImage } from '../../../ui/loaded-image.tsx'
import type { GifSource } from '../use-gif-source.ts'

const { video: texts } = gifMessages

interface VideoPosterProps {
  readonly source: GifSource
  readonly video: ListedFile
  readonly url: string | undefined
}

export function VideoPoster({ source, video, url }: VideoPosterProps) {
  const name = nameOf(video)
  const isShown = source.isAnimatedImage && url !== undefined
  const imageUrl = isShown ? url : source.inspection.details?.previewUrl
  return (
    <div className="flex h-64 flex-col items-center justify-center gap-3 bg-paper p-4 text-center">
      <LoadedImage
        src={imageUrl ?? undefined}
        alt={texts.player(name)}
        className="fade-in min-h-0 max-w-full flex-1 rounded object-contain"
        fallback={<FileIcon kind="video" label={extensionLabel(name)} />}
      />
      {isShown ? null : (
        <p className="text-xs text-ink-muted">{video.file ? texts.unplayable : texts.earlier}</p>
      )}
    </div>
  )
}
