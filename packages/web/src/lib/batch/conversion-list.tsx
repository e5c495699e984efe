/** Files of a batch with their state, during and after the conversion. */

import { isFinished } from '@filesmith/contract/conversion-status'
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { lockedFileMessages } from '@filesmith/contract/messages/locked-file'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { ArrowRight, Download, KeyRound, X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FileRow } from '../../ui/file-row.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { RowError } from '../../ui/row-error.tsx'
import { RowProgress } from '../../ui/row-progress.tsx'
import { FileListCard } from '../file-list/file-list-card.tsx'
import { kindOfName } from '../file-list/kind-of-name.ts'
import { folderOf, type ListedFile, nameOf, totalBytesOf } from '../file-list/listed-file.ts'
import { UploadState } from '../file-list/upload-list.tsx'
import { formatBytes } from '../format-bytes.ts'
import { formatLabel } from '../format-label.ts'
import type { JobView } from '../job/job.ts'
import { resultLabel } from '../result-label.ts'
import type { PasswordSlot } from '../tool-page.tsx'
import { isLocked } from './describe-batch.ts'

interface ConversionListProps {
  /** Files as submitted. */
  readonly files: readonly ListedFile[]
  /** States from the server in the same order; undefined until the first response. */
  readonly states: readonly ConversionState[] | undefined
  readonly onRetry: (conversionId: string) => void
  /** Cancels one file; undefined if only all of them can be canceled. */
  readonly onCancel?: (conversionId: string) => void
  /** Passwords of the files, where they can be protected. */
  readonly passwords?: Pick<BatchPasswords, 'listRef' | 'ask'>
  /** Additional content of a row; the file is the one at the same place. */
  readonly rowExtra?: (state: ConversionState, listed: ListedFile | undefined) => ReactNode
}

export function ConversionList(props: ConversionListProps) {
  const { files, states, onRetry, onCancel, passwords, rowExtra } = props
  const totalBytes = states
    ? states.reduce((sum, { originalSize }) => sum + originalSize, 0)
    : totalBytesOf(files)
  const count = states?.length ?? files.length
  const isUploading = files.some(({ sending }) => sending.phase !== 'complete')
  return (
    <FileListCard
      heading={fileListMessages.heading}
      figures={`${fileListMessages.count(count)} · ${formatBytes(totalBytes)}`}
    >
      <ol ref={passwords?.listRef}>
        {states
          ? states.map((state, index) => (
              <ConversionRow
                key={state.id}
                state={state}
                extra={rowExtra?.(state, files[index])}
                onRetry={() => (passwords && isLocked(state) ? passwords.ask : onRetry)(state.id)}
                onCancel={onCancel && (() => onCancel(state.id))}
              />
            ))
          : files.map(listed => (
              <FileRow
                key={listed.key}
                name={nameOf(listed)}
                folder={folderOf(listed)}
                icon={<KindIcon kind={kindOfName(listed.path)} sizePx={24} />}
                status={isUploading ? <UploadState listed={listed} /> : fileListMessages.queued}
              />
            ))}
      </ol>
    </FileListCard>
  )
}

interface BatchPasswords {
  readonly listRef: RefObject<HTMLOListElement | null>
  /** Asks for the password of a file. */
  readonly ask: (conversionId: string) => void
  readonly slot: PasswordSlot
}

/** Asks for the passwords of protected files, one after the other, when a batch of this visit is finished. */
export function useBatchPasswords(
  view: JobView<BatchState>,
  onRetry: (conversionId: string, password: string) => Promise<void>,
): BatchPasswords {
  const listRef = useRef<HTMLOListElement>(null)
  const [pressedId, setPressedId] = useState<string>()
  const [skippedIds, setSkippedIds] = useState<readonly string[]>([])
  const locked = view.phase === 'finished' ? view.state.files.filter(isLocked) : []
  const isRestored = view.phase === 'finished' && view.isRestored
  const asked =
    locked.find(({ id }) => id === pressedId) ??
    locked.find(({ id }) => !isRestored && !skippedIds.includes(id))
  return {
    listRef,
    ask: setPressedId,
    slot: {
      fileName: asked?.fileName ?? '',
      openLabel: lockedFileMessages.open,
      lock: asked && { problem: asked.error?.code === 'password-wrong' ? asked.error.message : undefined },
      returnRef: listRef,
      async onOpen(password) {
        if (!asked) return
        setSkippedIds(ids => ids.filter(id => id !== asked.id))
        await onRetry(asked.id, password)
        setPressedId(undefined)
      },
      onLeave() {
        setPressedId(undefined)
        if (asked) setSkippedIds(ids => [...ids, asked.id])
      },
    },
  }
}

interface ConversionStatusProps {
  readonly state: ConversionState
  readonly onRetry: () => void
  readonly onCancel: (() => void) | undefined
}

interface ConversionRowProps extends ConversionStatusProps {
  readonly extra: ReactNode
}

/** Download of a result, or canceling of what is not finished. */
function RowAction({ state, onCancel }: Pick<ConversionRowProps, 'state' | 'onCancel'>) {
  const { fileName, downloadUrl, status } = state
  if (onCancel && !isFinished(status))
    return <RowButton icon={X} label={fileListMessages.cancelOf(fileName)} onClick={onCancel} />
  if (status !== 'succeeded' || downloadUrl === null) return null
  return (
    <DownloadButton
      href={downloadUrl}
      download
      variant="quiet"
      className="w-10 px-0!"
      aria-label={fileListMessages.downloadOf(fileName)}
      title={fileListMessages.downloadOf(fileName)}
    >
      <Icon of={Download} />
    </DownloadButton>
  )
}

/** Row of a file in a batch: queued, running, downloadable or failed. */
function ConversionRow({ state, extra, onRetry, onCancel }: ConversionRowProps) {
  const { fileName } = state
  return (
    <FileRow
      name={fileName}
      icon={<KindIcon kind={kindOfName(fileName)} sizePx={24} />}
      status={
        <>
          <ConversionStatus state={state} onRetry={onRetry} onCancel={onCancel} />
          {extra}
        </>
      }
      actions={<RowAction state={state} onCancel={onCancel} />}
    />
  )
}

function ConversionStatus({ state, onRetry, onCancel }: ConversionStatusProps) {
  const { status, fileName, percent, originalSize, resultSize, notes } = state
  switch (status) {
    case 'queued':
      return <p>{fileListMessages.queued}</p>
    case 'running':
      return (
        <RowProgress
          text={fileListMessages.converting}
          percent={percent}
          label={fileListMessages.conversionProgressOf(fileName)}
        />
      )
    case 'succeeded':
      return (
        <>
          <p className="figures flex flex-wrap items-center gap-x-1.5">
            {formatLabel(state.originalFormat)} {formatBytes(originalSize)}
            <Icon of={ArrowRight} sizePx={16} />
            <span className="font-semibold text-ink">
              {resultLabel(state)} {formatBytes(resultSize ?? 0)}
            </span>
          </p>
          {notes.map(note => (
            <p key={note}>{note}</p>
          ))}
        </>
      )
    case 'failed': {
      const reason = state.error?.message ?? fileListMessages.failed
      return isLocked(state) ? (
        <RowError
          reason={reason}
          retryLabel={lockedFileMessages.enter}
          retryName={lockedFileMessages.enterFor(fileName)}
          retryIcon={KeyRound}
          onRetry={onRetry}
        />
      ) : (
        <RowError
          reason={reason}
          retryLabel={fileListMessages.retry}
          retryName={fileListMessages.retryOf(fileName)}
          onRetry={onRetry}
        />
      )
    }
    case 'cancelled':
      return onCancel ? (
        <RowError
          reason={fileListMessages.canceled}
          retryLabel={fileListMessages.retry}
          retryName={fileListMessages.retryOf(fileName)}
          onRetry={onRetry}
        />
      ) : (
        <p>{fileListMessages.canceled}</p>
      )
    case 'expired':
      return <p>{fileListMessages.expired}</p>
  }
}
