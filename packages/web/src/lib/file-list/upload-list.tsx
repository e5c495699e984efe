/** File list of a tool before the conversion: upload state, adding, reordering and removing files. */
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
  /** Content above the rows. */
  readonly lead?: ReactNode
  /** Additional content of a row. */
  readonly rowParts?: (listed: ListedFile) => { readonly image: ReactNode; readonly extra: ReactNode }
}

/** Longer lists are collapsed, so that the buttons below stay reachable. */
const initialCount = 30

export function UploadList({ list, accept, onPicked, lead, rowParts }: UploadListProps) {
  const { files } = list
  const [isExpanded, setIsExpanded] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const rowsRef = useRef<HTMLOListElement>(null)
  const pick = (chosen: readonly File[]) => onPicked(pickedFrom(chosen))

  // Stable callbacks, so that memoized rows do not re-render.
  const { current, move, remove } = list
  const moveRow = useCallback(
    (key: string, toIndex: number) => {
      move(key, toIndex)
      setAnnouncement(fileListMessages.movedTo(nameIn(current(), key), toIndex + 1, current().length))
    },
    [current, move],
  )
  const removeRow = useCallback(
    (key: string) => {
      const index = current().findIndex(listed => listed.key === key)
      const zone = rowsRef.current?.closest<HTMLElement>('[data-drag]')
      flushSync(() => {
        setAnnouncement(fileListMessages.removed(nameIn(current(), key)))
        remove(key)
      })
      // Moves the focus to the next remove button, or to the empty drop zone after the last file.
      const removeButtons = zone?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
      const next = removeButtons[Math.min(index, removeButtons.length - 1)]
      const target = next ?? zone?.querySelector<HTMLElement>('input[type=file]:not([hidden])')
      target?.focus()
    },
    [current, remove],
  )
  const shown = isExpanded ? files : files.slice(0, initialCount)

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
      {files.length > initialCount ? (
        <Button variant="quiet" className="m-2" onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? fileListMessages.showFewer : fileListMessages.showAll(files.length)}
        </Button>
      ) : null}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </FileListCard>
  )
}

function nameIn(files: readonly ListedFile[], key: string): string {
  const listed = files.find(file => file.key === key)
  return listed ? nameOf(listed) : ''
}
