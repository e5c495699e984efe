/** Icon of a file kind in its color. */
import type { FileKind } from '@filesmith/contract/formats'
import {
  Archive,
  AudioLines,
  BookOpen,
  Braces,
  Captions,
  Clapperboard,
  FileText,
  Image,
  type LucideIcon,
  Mail,
  Presentation,
  Shapes,
  Sheet,
  TextQuote,
  Type,
} from 'lucide-react'
import { Icon } from './icon.tsx'

const icons: Readonly<Record<FileKind, LucideIcon>> = {
  image: Image,
  video: Clapperboard,
  audio: AudioLines,
  document: FileText,
  archive: Archive,
  text: TextQuote,
  spreadsheet: Sheet,
  presentation: Presentation,
  drawing: Shapes,
  book: BookOpen,
  subtitles: Captions,
  data: Braces,
  mail: Mail,
  font: Type,
}

const colors: Readonly<Record<FileKind, string>> = {
  image: 'text-kind-image',
  video: 'text-kind-video',
  audio: 'text-kind-audio',
  document: 'text-kind-document',
  archive: 'text-kind-archive',
  text: 'text-kind-text',
  spreadsheet: 'text-kind-document',
  presentation: 'text-kind-document',
  drawing: 'text-kind-image',
  book: 'text-kind-document',
  subtitles: 'text-kind-text',
  data: 'text-kind-text',
  mail: 'text-kind-text',
  font: 'text-kind-archive',
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
