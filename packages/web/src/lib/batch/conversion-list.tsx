/** Files of a batch with their state, during and after the conversion. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { ArrowRight, Download } from 'lucide-react'
import { DownloadButton } from '../../ui/download-button.tsx'
import { FileRow } from '../../ui/file-row.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { RowError } from '../../ui/row-error.tsx'
import { RowProgress } from '../../ui/row-progress.tsx'
import { FileListCard } from '../file-list/file-list-card.tsx'
import { kindOfName } from '../file-list/kind-of-name.ts'
import { folderOf, type ListedFile, nameOf, totalBytesOf } from '../file-list/listed-file.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatLabel } from '../format-label.ts'
import { resultLabel } from '../result-label.ts'

interface ConversionListProps {
  /** Files as submitted. */
  readonly files: readonly ListedFile[]
  /** States from the server in the same order; undefined until the first response. */
  readonly states: readonly ConversionState[] | undefined
  readonly onRetry: (conversionId: string) => void
}

export function ConversionList({ files, states, onRetry }: ConversionListProps) {
  const totalBytes = states
    ? states.reduce((sum, { originalSize }) => sum + originalSize, 0)
    : totalBytesOf(files)
  const count = states?.length ?? files.length
  return (
    <FileListCard
      heading={fileListMessages.heading}
      figures={`${fileListMessages.count(count)} · ${formatBytes(totalBytes)}`}
    >
      <ol>
        {states
          ? states.map(state => <ConversionRow key={state.id} state={state} onRetry={onRetry} />)
          : files.map(listed => (
              <FileRow
                key={listed.key}
                name={nameOf(listed)}
                folder={folderOf(listed)}
                icon={<KindIcon kind={kindOfName(listed.path)} sizePx={24} />}
                status={fileListMessages.queued}
              />
            ))}
      </ol>
    </FileListCard>
  )
}

interface ConversionRowProps {
  readonly state: ConversionState
  readonly onRetry: (conversionId: string) => void
}

/** Row of a file in a batch: queued, running, downloadable or failed. */
function ConversionRow({ state, onRetry }: ConversionRowProps) {
  const { fileName, downloadUrl } = state
  return (
    <FileRow
      name={fileName}
      icon={<KindIcon kind={kindOfName(fileName)} sizePx={24} />}
      status={<ConversionStatus state={state} onRetry={() => onRetry(state.id)} />}
      actions={
        state.status === 'succeeded' && downloadUrl !== null ? (
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
        ) : null
      }
    />
  )
}

function ConversionStatus({
  state,
  onRetry,
}: {
  readonly state: ConversionState
  readonly onRetry: () => void
}) {
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
    case 'failed':
      return (
        <RowError
          reason={state.error?.message ?? fileListMessages.failed}
          retryLabel={fileListMessages.retry}
          retryName={fileListMessages.retryOf(fileName)}
          onRetry={onRetry}
        />
      )
    case 'cancelled':
      return <p>{fileListMessages.canceled}</p>
    case 'expired':
      return <p>{fileListMessages.expired}</p>
  }
}
