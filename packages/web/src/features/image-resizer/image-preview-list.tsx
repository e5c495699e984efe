/** Preview grid of the selected images: the first eight, or all of them on request. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { resizeMessages } from '@filesmith/contract/messages/resize'
import { Plus, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FileListCard } from '../../lib/file-list/file-list-card.tsx'
import { type ListedFile, nameOf, totalBytesOf } from '../../lib/file-list/listed-file.ts'
import { pickedFrom } from '../../lib/file-list/picked-file.ts'
import { UploadSummary } from '../../lib/file-list/upload-summary.tsx'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ImageTile } from './image-tile.tsx'
import type { useResizer } from './use-resizer.ts'

const { preview: texts } = resizeMessages
const initialCount = 8

export function ImagePreviewList({ resizer }: { readonly resizer: ReturnType<typeof useResizer> }) {
  const { sizes, settings } = resizer
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
