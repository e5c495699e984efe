/** File list of a tool before the conversion: upload state, adding, reordering and removing files. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { UploadDetails } from '@filesmith/contract/schemas/upload-details'
import {
  Check,
  ChevronDown,
  ChevronUp,
  FolderOpen,
  GripVertical,
  type LucideIcon,
  Plus,
  X,
} from 'lucide-react'
import { memo, type PointerEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { FileRow } from '../../ui/file-row.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { RowError } from '../../ui/row-error.tsx'
import { RowProgress } from '../../ui/row-progress.tsx'
import { formatBytes } from '../format-bytes.ts'
import { FileListCard } from './file-list-card.tsx'
import { kindOfName } from './kind-of-name.ts'
import { folderOf, type ListedFile, nameOf, totalBytesOf } from './listed-file.ts'
import { type PickedFiles, pickedFrom } from './picked-file.ts'
import { UploadSummary } from './upload-summary.tsx'
import type { FileList } from './use-file-list.ts'

interface RowParts {
  readonly image?: ReactNode
  /** Additional controls beside the upload state. */
  readonly extra?: ReactNode
  /** Before the button that removes the file. */
  readonly action?: ReactNode
}

interface UploadListProps {
  readonly list: FileList
  readonly accept: string
  readonly onPicked: (picked: PickedFiles) => void
  /** Content above the rows. */
  readonly lead?: ReactNode
  /** Of images that can have several pages, by key. */
  readonly details?: ReadonlyMap<string, UploadDetails>
  /** Additional content of a row. */
  readonly rowParts?: (listed: ListedFile) => RowParts
  /** Whether the order of the files matters. */
  readonly isOrdered?: boolean
}

/** Longer lists are collapsed, so that the buttons below stay reachable. */
const initialCount = 30

export function UploadList(props: UploadListProps) {
  const { list, accept, onPicked, lead, details, rowParts, isOrdered = true } = props
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
          <span className="text-xs text-ink-muted max-sm:hidden pointer-coarse:hidden">
            {fileListMessages.dropMore}
          </span>
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
            count={isOrdered ? files.length : 1}
            pages={details?.get(listed.key)?.pages}
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

interface UploadRowProps extends RowParts {
  readonly listed: ListedFile
  readonly index: number
  readonly count: number
  readonly pages: number | undefined
  readonly onMove: (key: string, toIndex: number) => void
  readonly onRemove: (key: string) => void
  readonly onRetry: (key: string) => void
}

/** Memoized, so that only changed rows of a long list re-render. */
const UploadRow = memo(function UploadRow(props: UploadRowProps) {
  const { listed, index, count, pages, image, extra, action, onMove, onRemove, onRetry } = props
  const { key } = listed
  const name = nameOf(listed)
  return (
    <FileRow
      name={name}
      folder={folderOf(listed)}
      icon={<KindIcon kind={kindOfName(name)} sizePx={24} />}
      image={image}
      status={
        <div className={extra ? 'flex flex-wrap items-center gap-x-3 *:first:grow' : undefined}>
          <UploadState listed={listed} pages={pages} onRetry={() => onRetry(key)} />
          {extra}
        </div>
      }
      order={
        count > 1 ? (
          <ReorderControls
            index={index}
            count={count}
            labels={{
              up: fileListMessages.moveUp(name),
              down: fileListMessages.moveDown(name),
              drag: fileListMessages.drag,
            }}
            onMove={toIndex => onMove(key, toIndex)}
            onDragStart={event => startRowDrag(event, toIndex => onMove(key, toIndex))}
          />
        ) : null
      }
      actions={
        <>
          {action}
          <RowButton
            icon={X}
            label={fileListMessages.remove(name)}
            variant="quiet-danger"
            data-remove
            onClick={() => onRemove(key)}
          />
        </>
      }
    />
  )
})

interface UploadStateProps {
  readonly listed: ListedFile
  readonly pages?: number | undefined
  readonly onRetry?: () => void
}

export function UploadState({ listed, pages = 1, onRetry }: UploadStateProps) {
  const { sending, sizeBytes } = listed
  const name = nameOf(listed)
  const size = formatBytes(sizeBytes)
  switch (sending.phase) {
    case 'waiting':
      return (
        <p>
          <span className="figures whitespace-nowrap">{size}</span> · {fileListMessages.waiting}
        </p>
      )
    case 'uploading':
      return (
        <RowProgress
          text={
            sending.isStalled
              ? uploadMessages.stalled
              : fileListMessages.uploadedOf(formatBytes(sending.arrivedBytes), size)
          }
          percent={(sending.arrivedBytes / sizeBytes) * 100}
          label={fileListMessages.uploadProgressOf(name)}
        />
      )
    case 'stopped':
      return (
        <RowError
          reason={sending.reason}
          retryLabel={fileListMessages.retry}
          retryName={fileListMessages.retryOf(name)}
          onRetry={onRetry}
        />
      )
    case 'complete':
      return (
        // The word wraps out of view where it does not fit.
        <p className="flex h-5 flex-wrap items-center gap-x-1.5 overflow-hidden">
          <span className="figures whitespace-nowrap">
            {[size, ...(pages > 1 ? [conversionMessages.pages.count(pages)] : [])].join(' · ')}
          </span>
          <Icon of={Check} sizePx={16} className="text-success" />
          <span>{fileListMessages.uploaded}</span>
        </p>
      )
  }
}

/** Call from `pointerdown` on a row's handle; the row moves once the pointer passes the middle of a neighboring row. */
function startRowDrag(event: PointerEvent<HTMLElement>, onMove: (toIndex: number) => void): void {
  const handle = event.currentTarget
  const row = handle.closest<HTMLElement>('[data-row]')
  const list = row?.parentElement
  if (!row || !list || event.button !== 0) return
  event.preventDefault()
  row.dataset.dragged = 'true'
  const controller = new AbortController()

  const handleMove = ({ clientY }: globalThis.PointerEvent) => {
    const rows = [...list.children]
    const from = rows.indexOf(row)
    const passed = rows.findIndex((other, index) => {
      const { top, height } = other.getBoundingClientRect()
      const middle = top + height / 2
      return index < from
        ? clientY < middle
        : index > from && clientY > middle && isLast(rows, index, clientY)
    })
    if (passed >= 0) onMove(passed)
  }
  const end = () => {
    delete row.dataset.dragged
    controller.abort()
  }
  // Listens on the window: pointer capture is lost when React moves the row in the DOM.
  window.addEventListener('pointermove', handleMove, { signal: controller.signal })
  window.addEventListener('pointerup', end, { signal: controller.signal })
  window.addEventListener('pointercancel', end, { signal: controller.signal })
}

/** Whether this is the lowest row whose middle the pointer has passed. */
function isLast(rows: readonly Element[], index: number, clientY: number): boolean {
  const next = rows[index + 1]?.getBoundingClientRect()
  return next === undefined || clientY <= next.top + next.height / 2
}

interface ReorderControlsProps {
  readonly index: number
  readonly count: number
  readonly labels: { readonly up: string; readonly down: string; readonly drag: string }
  readonly onMove: (toIndex: number) => void
  readonly onDragStart: (event: PointerEvent<HTMLElement>) => void
}

/** Reorder controls of a list row: drag handle and up/down buttons. */
function ReorderControls({ index, count, labels, onMove, onDragStart }: ReorderControlsProps) {
  return (
    <div className="-ml-1 flex shrink-0 items-center">
      {/* Pointer only; keyboards and screen readers use the buttons. */}
      <span
        aria-hidden="true"
        title={labels.drag}
        onPointerDown={onDragStart}
        className="grid h-10 w-6 cursor-grab touch-none place-items-center text-ink-muted hover:text-ink active:cursor-grabbing"
      >
        <Icon of={GripVertical} sizePx={16} />
      </span>
      <div className="flex flex-col">
        <StepButton
          icon={ChevronUp}
          label={labels.up}
          isEnd={index === 0}
          onPress={() => onMove(index - 1)}
        />
        <StepButton
          icon={ChevronDown}
          label={labels.down}
          isEnd={index === count - 1}
          onPress={() => onMove(index + 1)}
        />
      </div>
    </div>
  )
}

interface StepButtonProps {
  readonly icon: LucideIcon
  readonly label: string
  /** First or last row: uses `aria-disabled` so that the button keeps the focus. */
  readonly isEnd: boolean
  readonly onPress: () => void
}

function StepButton({ icon, label, isEnd, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={() => !isEnd && onPress()}
      className="grid h-6 w-7 place-items-center rounded text-ink-muted transition-colors hover:bg-surface-sunken hover:text-ink aria-disabled:opacity-35 aria-disabled:hover:bg-transparent"
    >
      <Icon of={icon} sizePx={16} />
    </button>
  )
}
