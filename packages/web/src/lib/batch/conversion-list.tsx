/** The files of a batch while they are converted and afterwards: what each of them is at. */
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
  /** As they were handed over. */
  readonly files: readonly ListedFile[]
  /** As the server sees them, in the same order; not there until it has answered. */
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
