/** Preview grid of the selected images: the first eight, or all of them on request. */

import type { Size } from '@filesmith/contract/image-edit/geometry'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import type { UploadDetails } from '@filesmith/contract/schemas/upload-details'
import { resizeMessages } from '@filesmith/contract/tools/resize/messages'
import { ArrowRight, Plus, RefreshCw, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FileListCard } from '../../lib/file-list/file-list-card.tsx'
import { type ListedFile, localFileOf, nameOf, totalBytesOf } from '../../lib/file-list/listed-file.ts'
import { pickedFrom } from '../../lib/file-list/picked-file.ts'
import { UploadSummary } from '../../lib/file-list/upload-summary.tsx'
import { formatBytes } from '../../lib/format-bytes.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Button } from '../../ui/button.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import type { ResizeSettings } from './resize-settings.ts'
import { formatPixels, targetSize } from './target-size.ts'
import type { useResizer } from './use-resizer.ts'

const { preview: texts } = resizeMessages

const initialCount = 8

export function ImagePreviewList({ resizer }: { readonly resizer: ReturnType<typeof useResizer> }) {
  const { sizes, details, settings } = resizer
  const { list } = resizer.job
  const { files } = list
  const [showsAll, setShowsAll] = useState(false)
  const tilesRef = useRef<HTMLUListElement>(null)
  const shown = showsAll ? files : files.slice(0, initialCount)
  const stopped = files.filter(({ sending }) => sending.phase === 'stopped')

  const remove = ({ key }: ListedFile) => {
    const index = files.findIndex(listed => listed.key === key)
    const zone = tilesRef.current?.closest<HTMLElement>('[data-drag]')
    flushSync(() => list.remove(key))
    const removers = zone?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
    const next = removers[Math.min(index, removers.length - 1)]
    ;(next ?? zone?.querySelector<HTMLElement>('input[type=file]:not([hidden])'))?.focus()
  }

  return (
    <FileListCard
      heading={texts.heading}
      figures={`${fileListMessages.count(files.length)} · ${formatBytes(totalBytesOf(files))}`}
      status={<UploadSummary files={files} />}
      footer={
        <FilePickerButton accept="image/*" onPick={picked => resizer.addPicked(pickedFrom(picked))}>
          <Icon of={Plus} /> {texts.addImages}
        </FilePickerButton>
      }
    >
      <ul ref={tilesRef} className="grid grid-cols-2 gap-3 p-4 sm:grid-cols-3 lg:grid-cols-4">
        {shown.map(listed => (
          <ImageTile
            key={listed.key}
            listed={listed}
            size={sizes.get(listed.key)}
            details={details.get(listed.key)}
            settings={settings}
            onRemove={() => remove(listed)}
          />
        ))}
      </ul>
      {files.length > initialCount ? (
        <p className="flex flex-wrap items-center gap-3 px-4 pb-3">
          {showsAll ? null : (
            <span className="figures font-semibold">{texts.more(files.length - initialCount)}</span>
          )}
          <Button variant="quiet" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? texts.showFewer : texts.showAll(files.length)}
          </Button>
        </p>
      ) : null}
      {stopped.map(listed => (
        <p key={listed.key} className="px-4 pb-3">
          <Button onClick={() => list.retry(listed.key)}>
            <Icon of={RefreshCw} /> {fileListMessages.retryOf(nameOf(listed))}
          </Button>
        </p>
      ))}
    </FileListCard>
  )
}

interface ImageTileProps {
  readonly listed: ListedFile
  readonly size: Size | undefined
  /** Of images that can have several pages. */
  readonly details: UploadDetails | undefined
  readonly settings: ResizeSettings
  readonly onRemove: () => void
}

/** One image of the preview grid with its size; hovering shows the target size. */
function ImageTile({ listed, size, details, settings, onRemove }: ImageTileProps) {
  const name = nameOf(listed)
  const pages = details?.pages ?? 1
  const target = size && targetSize(size, settings, listed.file?.type === 'image/svg+xml')
  return (
    <li className="group relative min-w-0">
      <div className="relative overflow-hidden rounded border border-line">
        <Thumbnail file={localFileOf(listed)} serverUrl={details?.previewUrl ?? undefined} />
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
      <p className="figures text-xs text-ink-muted">
        {[
          texts.kilobytes(kilobytes(listed.sizeBytes)),
          ...(pages > 1 ? [conversionMessages.pages.count(pages)] : []),
        ].join(' · ')}
      </p>
    </li>
  )
}

interface ThumbnailProps {
  readonly file: File | undefined
  /** Preview that the server made of a format that browsers do not show. */
  readonly serverUrl: string | undefined
}

function Thumbnail({ file, serverUrl }: ThumbnailProps) {
  const localUrl = useObjectUrl(file, 0)
  const url = serverUrl ?? localUrl
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
