/** Player of the selected video or audio file, or the preview image of the server if the browser cannot play it. */
import type { FileKind } from '@filesmith/contract/formats'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { useState } from 'react'
import { extensionLabel } from '../../lib/extension-label.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { cx } from '../../ui/cx.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { LoadedImage } from '../../ui/loaded-image.tsx'

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

interface PlayerProps {
  readonly kind: FileKind
  readonly url: string
  readonly label: string
  readonly imageUrl: string | undefined
  readonly isShown: boolean
  readonly onVerdict: (canPlay: boolean) => void
}

/** Native video or audio player, hidden until the browser reports that it can play the file. */
function Player({ kind, url, label, imageUrl, isShown, onVerdict }: PlayerProps) {
  const mediaProps = {
    src: url,
    controls: isShown,
    preload: 'metadata',
    'aria-label': label,
    onError: () => onVerdict(false),
  } as const
  if (kind === 'audio')
    return (
      <audio
        {...mediaProps}
        onLoadedMetadata={() => onVerdict(true)}
        className={cx('h-10 w-full max-w-md', !isShown && 'hidden')}
      />
    )
  return (
    <video
      {...mediaProps}
      poster={imageUrl}
      playsInline
      // With a supported audio codec but an unsupported video codec, browsers load the file with a width of 0.
      onLoadedMetadata={({ currentTarget }) => onVerdict(currentTarget.videoWidth > 0)}
      className={isShown ? 'absolute inset-0 size-full bg-screen object-contain' : 'hidden'}
    />
  )
}
