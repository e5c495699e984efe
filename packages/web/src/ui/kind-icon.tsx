/** Icon of a file kind in its color. */
import type { FileKind } from '@filesmith/contract/formats'
import { Archive, AudioLines, Clapperboard, FileText, Image, type LucideIcon, TextQuote } from 'lucide-react'
import { Icon } from './icon.tsx'

const icons: Readonly<Record<FileKind, LucideIcon>> = {
  image: Image,
  video: Clapperboard,
  audio: AudioLines,
  document: FileText,
  archive: Archive,
  text: TextQuote,
}

const colors: Readonly<Record<FileKind, string>> = {
  image: 'text-kind-image',
  video: 'text-kind-video',
  audio: 'text-kind-audio',
  document: 'text-kind-document',
  archive: 'text-kind-archive',
  text: 'text-kind-text',
}

/** Class of the color of a kind; ink without one. */
export function kindColor(kind: FileKind | null): string {
  return kind === null ? 'text-ink' : colors[kind]
}

interface KindIconProps {
  readonly kind: FileKind
  readonly sizePx?: 16 | 20 | 24 | 40
  readonly label?: string
}

export function KindIcon({ kind, sizePx = 20, label }: KindIconProps) {
  return (
    <Icon
      of={icons[kind]}
      sizePx={sizePx}
      className={colors[kind]}
      {...(label === undefined ? {} : { label })}
    />
  )
}
