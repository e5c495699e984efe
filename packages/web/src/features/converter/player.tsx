/** Native video or audio player, hidden until the browser reports that it can play the file. */
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
