/** Read-only list of the images while the job runs and afterwards. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { gifMessages } from '@filesmith/contract/messages/gif'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { FileListCard } from '../../../lib/file-list/file-list-card.tsx'
import { type ListedFile, nameOf, totalBytesOf } from '../../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { FileRow } from '../../../ui/file-row.tsx'
import { KindIcon } from '../../../ui/kind-icon.tsx'
import { ImageThumb } from './image-thumb.tsx'

interface ReadOnlyImageListProps {
  /** Empty if they were uploaded on an earlier visit and are gone from the server. */
  readonly files: readonly ListedFile[]
  readonly state: ConversionState | undefined
}

const maxShown = 30

export function ReadOnlyImageList({ files, state }: ReadOnlyImageListProps) {
  return (
    <FileListCard
      heading={fileListMessages.heading}
      figures={
        files.length > 0
          ? `${fileListMessages.count(files.length)} · ${formatBytes(totalBytesOf(files))}`
          : formatBytes(state?.originalSize ?? 0)
      }
      footer={files.length > maxShown ? gifMessages.images.others(files.length - maxShown) : undefined}
    >
      <ol>
        {files.length === 0 && state ? (
          <FileRow
            name={state.fileName}
            icon={<KindIcon kind="image" sizePx={24} />}
            status={<span className="figures">{formatBytes(state.originalSize)}</span>}
          />
        ) : null}
        {files.slice(0, maxShown).map(listed => (
          <FileRow
            key={listed.key}
            name={nameOf(listed)}
            icon={null}
            image={<ImageThumb listed={listed} />}
            status={<span className="figures">{formatBytes(listed.sizeBytes)}</span>}
          />
        ))}
      </ol>
    </FileListCard>
  )
}
