/** Row of a file before the conversion: waiting, uploading, stopped or complete. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { Check, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { FileRow } from '../../ui/file-row.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { ReorderControls } from '../../ui/reorder-controls.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { RowError } from '../../ui/row-error.tsx'
import { RowProgress } from '../../ui/row-progress.tsx'
import { startRowDrag } from '../../ui/start-row-drag.ts'
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
