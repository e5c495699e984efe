/** Files of a batch with their state, during and after the conversion. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { FileRow } from '../../ui/file-row.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { FileListCard } from '../file-list/file-list-card.tsx'
import { kindOfName } from '../file-list/kind-of-name.ts'
import { folderOf, type ListedFile, nameOf, totalBytesOf } from '../file-list/listed-file.ts'
import { formatBytes } from '../format-bytes.ts'
import { ConversionRow } from './conversion-row.tsx'

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
