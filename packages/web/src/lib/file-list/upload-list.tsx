/** The files of a tool before the work begins: all of them with their state, to be added to, put in order and thinned out. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { FolderOpen, Plus } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatBytes } from '../format-bytes.ts'
import { FileListCard } from './file-list-card.tsx'
import { type ListedFile, nameOf, totalBytesOf } from './listed-file.ts'
import { type PickedFiles, pickedFrom } from './picked-file.ts'
import { UploadRow } from './upload-row.tsx'
import { UploadSummary } from './upload-summary.tsx'
import type { FileList } from './use-file-list.ts'

interface UploadListProps {
  readonly list: FileList
  readonly accept: string
  readonly onPicked: (picked: PickedFiles) => void
  /** Above the rows. */
  readonly lead?: ReactNode
  /** What a row has beside its name and state. */
  readonly rowParts?: (listed: ListedFile) => { readonly image: ReactNode; readonly extra: ReactNode }
}

/** Longer lists open on demand: nobody reads through a thousand rows to get at the button below. */
const shownAtFirst = 30

export function UploadList({ list, accept, onPicked, lead, rowParts }: UploadListProps) {
  const { files } = list
  const [isWhole, setIsWhole] = useState(false)
  const [news, setNews] = useState('')
  const rowsRef = useRef<HTMLOListElement>(null)
  const pick = (chosen: readonly File[]) => onPicked(pickedFrom(chosen))

  // Stable, so that a row is drawn anew only when something happens in it.
  const { current, move, remove } = list
  const moveRow = useCallback(
    (key: string, toIndex: number) => {
      move(key, toIndex)
      setNews(fileListMessages.movedTo(nameIn(current(), key), toIndex + 1, current().length))
    },
    [current, move],
  )
  const removeRow = useCallback(
    (key: string) => {
      const index = current().findIndex(listed => listed.key === key)
      const zone = rowsRef.current?.closest<HTMLElement>('[data-drag]')
      flushSync(() => {
        setNews(fileListMessages.removed(nameIn(current(), key)))
        remove(key)
      })
      // The focus goes to what took its place; behind the last one there is nothing, and the counter comes back.
      const removers = zone?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
      const next = removers[Math.min(index, removers.length - 1)]
      const target = next ?? zone?.querySelector<HTMLElement>('input[type=file]:not([hidden])')
      target?.focus()
    },
    [current, remove],
  )
  const shown = isWhole ? files : files.slice(0, shownAtFirst)

  return (
    <FileListCard
      heading={fileListMessages.heading}
      figures={`${fileListMessages.count(files.length)} · ${formatBytes(totalBytesOf(files))}`}
      status={<UploadSummary files={files} />}
      footer={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <FilePickerButton accept={accept} onPick={pick}>
            <Icon of={Plus} /> {fileListMessages.addFiles}
          </FilePickerButton>
          <FilePickerButton isFolder onPick={pick}>
            <Icon of={FolderOpen} /> {fileListMessages.addFolder}
          </FilePickerButton>
          <span className="text-xs text-ink-muted max-sm:hidden">{fileListMessages.dropMore}</span>
        </div>
      }
    >
      {lead}
      <ol ref={rowsRef}>
        {shown.map((listed, index) => (
          <UploadRow
            key={listed.key}
            listed={listed}
            index={index}
            count={files.length}
            {...rowParts?.(listed)}
            onMove={moveRow}
            onRemove={removeRow}
            onRetry={list.retry}
          />
        ))}
      </ol>
      {files.length > shownAtFirst ? (
        <Button variant="quiet" className="m-2" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? fileListMessages.showFewer : fileListMessages.showAll(files.length)}
        </Button>
      ) : null}
      <p role="status" className="sr-only">
        {news}
      </p>
    </FileListCard>
  )
}

function nameIn(files: readonly ListedFile[], key: string): string {
  const listed = files.find(file => file.key === key)
  return listed ? nameOf(listed) : ''
}
