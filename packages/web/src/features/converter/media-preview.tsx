/** Player of the selected video or audio file, or the preview image of the server if the browser cannot play it. */
import type { FileKind } from '@filesmith/contract/formats'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { useState } from 'react'
import { extensionLabel } from '../../lib/extension-label.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { cx } from '../../ui/cx.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { LoadedImage } from '../../ui/loaded-image.tsx'
import { Player } from './player.tsx'

interface MediaPreviewProps {
  readonly kind: FileKind
  readonly fileName: string
  readonly file: File | undefined
  readonly imageUrl: string | undefined
}

export function MediaPreview({ kind, fileName, file, imageUrl }: MediaPreviewProps) {
  const url = useObjectUrl(file, 0)
  /** Whether the browser can play the URL. */
  const [verdict, setVerdict] = useState<{ readonly url: string; readonly canPlay: boolean }>()
  const canPlay = verdict?.url === url ? verdict?.canPlay : undefined
  const image = (
    <LoadedImage
      src={imageUrl}
      alt={uploadMessages.preview(fileName)}
      className={cx(
        'fade-in max-w-full rounded object-contain',
        kind === 'audio' ? 'h-24' : 'min-h-0 flex-1',
      )}
      fallback={<FileIcon kind={kind} label={extensionLabel(fileName)} />}
    />
  )
  const player =
    url === undefined || canPlay === false ? null : (
      <Player
        key={url}
        kind={kind}
        url={url}
        label={uploadMessages.preview(fileName)}
        imageUrl={imageUrl}
        isShown={canPlay === true}
        onVerdict={canPlayIt => setVerdict({ url, canPlay: canPlayIt })}
      />
    )

  return (
    <div className="flex size-full min-h-0 flex-col items-center justify-center gap-3 text-center">
      {kind === 'video' && canPlay ? null : image}
      {player}
      {canPlay === false ? <p className="text-xs text-ink-muted">{uploadMessages.noPlayer}</p> : null}
    </div>
  )
}
