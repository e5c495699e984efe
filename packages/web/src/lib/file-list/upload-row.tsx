/** Row of a file before the conversion: waiting, uploading, stopped or complete. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { Check, ChevronDown, ChevronUp, GripVertical, type LucideIcon, X } from 'lucide-react'
import { memo, type PointerEvent, type ReactNode } from 'react'
import { FileRow } from '../../ui/file-row.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { RowError } from '../../ui/row-error.tsx'
import { RowProgress } from '../../ui/row-progress.tsx'
import { formatBytes } from '../format-bytes.ts'
import { kindOfName } from './kind-of-name.ts'
import { folderOf, type ListedFile, nameOf } from './listed-file.ts'

interface UploadRowProps {
  readonly listed: ListedFile
  readonly index: number
  readonly count: number
  readonly image?: ReactNode
  /** Additional controls. */
  readonly extra?: ReactNode
  readonly onMove: (key: string, toIndex: number) => void
  readonly onRemove: (key: string) => void
  readonly onRetry: (key: string) => void
}

/** Memoized, so that only changed rows of a long list re-render. */
export const UploadRow = memo(function UploadRow(props: UploadRowProps) {
  const { listed, index, count, image, extra, onMove, onRemove, onRetry } = props
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
          <UploadState listed={listed} name={name} onRetry={() => onRetry(key)} />
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
        <RowButton
          icon={X}
          label={fileListMessages.remove(name)}
          variant="quiet-danger"
          data-remove
          onClick={() => onRemove(key)}
        />
      }
    />
  )
})

interface UploadStateProps {
  readonly listed: ListedFile
  readonly name: string
  readonly onRetry: () => void
}

function UploadState({ listed: { sending, sizeBytes }, name, onRetry }: UploadStateProps) {
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
        <p className="flex items-center gap-1.5">
          <span className="figures whitespace-nowrap">{size}</span>
          <Icon of={Check} sizePx={16} className="text-success" />
          {fileListMessages.uploaded}
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
