/** One image of the preview grid with its size; hovering shows the target size. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { resizeMessages } from '@filesmith/contract/messages/resize'
import { ArrowRight, X } from 'lucide-react'
import { useState } from 'react'
import { type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import type { ResizeSettings } from './resize-settings.ts'
import { formatPixels, targetSize } from './target-size.ts'

const { preview: texts } = resizeMessages

interface ImageTileProps {
  readonly listed: ListedFile
  readonly size: Size | undefined
  readonly settings: ResizeSettings
  readonly onRemove: () => void
}

export function ImageTile({ listed, size, settings, onRemove }: ImageTileProps) {
  const name = nameOf(listed)
  const target = size && targetSize(size, settings)
  return (
    <li className="group relative min-w-0">
      <div className="relative overflow-hidden rounded border border-line">
        <Thumbnail file={listed.file} />
        {/* Devices without hover always show it. */}
        <dl className="absolute inset-x-0 bottom-0 bg-ink/85 px-2 py-1 text-xs whitespace-nowrap text-ink-inverse tabular-nums opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100">
          <dt className="sr-only">{texts.original}</dt>
          <dd>{size ? formatPixels(size) : texts.unknown}</dd>
          <dt className="sr-only">{texts.target}</dt>
          <dd className="flex items-center gap-1 font-semibold">
            <Icon of={ArrowRight} sizePx={16} /> <span>{target ? formatPixels(target) : texts.unknown}</span>
          </dd>
        </dl>
        <button
          type="button"
          data-remove
          aria-label={fileListMessages.remove(name)}
          title={fileListMessages.remove(name)}
          onClick={onRemove}
          className="absolute top-1 right-1 grid size-8 place-items-center rounded border border-line bg-surface text-ink hover:text-danger"
        >
          <Icon of={X} sizePx={16} />
        </button>
      </div>
      <p className="mt-1 truncate text-xs" title={name}>
        {name}
      </p>
      <p className="figures text-xs text-ink-muted">{texts.kilobytes(kilobytes(listed.sizeBytes))}</p>
    </li>
  )
}

function Thumbnail({ file }: { readonly file: File | undefined }) {
  const url = useObjectUrl(file, 0)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  return (
    <span className="checkerboard relative grid aspect-square place-items-center">
      {url !== undefined && url !== brokenUrl ? (
        <img
          src={url}
          alt=""
          decoding="async"
          onError={() => setBrokenUrl(url)}
          className="absolute inset-0 size-full object-contain"
        />
      ) : (
        <KindIcon kind="image" sizePx={40} />
      )}
    </span>
  )
}

function kilobytes(bytes: number): string {
  const value = Math.max(0.1, bytes / 1024)
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })
}
