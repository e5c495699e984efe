/** The browser's own player for a film or a recording, out of sight until it is known to play. */
import type { FileKind } from '@filesmith/contract/formats'
import { cx } from '../../ui/cx.ts'

interface PlayerProps {
  readonly kind: FileKind
  readonly url: string
  readonly label: string
  readonly imageUrl: string | undefined
  readonly isShown: boolean
  readonly onVerdict: (canPlay: boolean) => void
}

export function Player({ kind, url, label, imageUrl, isShown, onVerdict }: PlayerProps) {
  const settings = {
    src: url,
    controls: isShown,
    preload: 'metadata',
    'aria-label': label,
    onError: () => onVerdict(false),
  } as const
  if (kind === 'audio')
    return (
      <audio
        {...settings}
        onLoadedMetadata={() => onVerdict(true)}
        className={cx('h-10 w-full max-w-md', !isShown && 'hidden')}
      />
    )
  return (
    <video
      {...settings}
      poster={imageUrl}
      playsInline
      // A browser that knows the sound but not the pictures plays them as nothing.
      onLoadedMetadata={({ currentTarget }) => onVerdict(currentTarget.videoWidth > 0)}
      className={isShown ? 'absolute inset-0 size-full bg-screen object-contain' : 'hidden'}
    />
  )
}
