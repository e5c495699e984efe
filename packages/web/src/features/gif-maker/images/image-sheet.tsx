/** The pictures while they become a GIF, and afterwards: nothing can be changed in them. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { gifMessages } from '@filesmith/contract/messages/gif'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { FileListCard } from '../../../lib/file-list/file-list-card.tsx'
import { type ListedFile, nameOf, totalBytesOf } from '../../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { FileRow } from '../../../ui/file-row.tsx'
import { KindIcon } from '../../../ui/kind-icon.tsx'
import { ImageThumb } from './image-thumb.tsx'

interface ImageSheetProps {
  /** None when they are of an earlier visit and gone from the server. */
  readonly files: readonly ListedFile[]
  readonly state: ConversionState | undefined
}

const shownAtMost = 30

export function ImageSheet({ files, state }: ImageSheetProps) {
  return (
    <FileListCard
      heading={fileListMessages.heading}
      figures={
        files.length > 0
          ? `${fileListMessages.count(files.length)} · ${formatBytes(totalBytesOf(files))}`
          : formatBytes(state?.originalSize ?? 0)
      }
      footer={files.length > shownAtMost ? gifMessages.images.others(files.length - shownAtMost) : undefined}
    >
      <ol>
        {files.length === 0 && state ? (
          <FileRow
            name={state.fileName}
            icon={<KindIcon kind="image" sizePx={24} />}
            status={<span className="figures">{formatBytes(state.originalSize)}</span>}
          />
        ) : null}
        {files.slice(0, shownAtMost).map(listed => (
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
