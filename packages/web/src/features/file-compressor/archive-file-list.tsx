/** Files of the archive, shown during and after the compression. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { useState } from 'react'
import { FileListCard } from '../../lib/file-list/file-list-card.tsx'
import { kindOfName } from '../../lib/file-list/kind-of-name.ts'
import { folderOf, type ListedFile, nameOf, totalBytesOf } from '../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { FileRow } from '../../ui/file-row.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'

interface ArchiveFileListProps {
  /** Empty when the uploads of an earlier visit have been deleted from the server. */
  readonly files: readonly ListedFile[]
  readonly state: ConversionState | undefined
}

const initialCount = 30

export function ArchiveFileList({ files, state }: ArchiveFileListProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const shown = isExpanded ? files : files.slice(0, initialCount)
  return (
    <FileListCard
      heading={fileListMessages.heading}
      figures={
        files.length > 0
          ? `${fileListMessages.count(files.length)} · ${formatBytes(totalBytesOf(files))}`
          : formatBytes(state?.originalSize ?? 0)
      }
    >
      <ol>
        {files.length === 0 && state ? (
          <FileRow
            name={state.fileName}
            icon={<KindIcon kind="archive" sizePx={24} />}
            status={<span className="figures">{formatBytes(state.originalSize)}</span>}
          />
        ) : null}
        {shown.map(listed => (
          <FileRow
            key={listed.key}
            name={nameOf(listed)}
            folder={folderOf(listed)}
            icon={<KindIcon kind={kindOfName(listed.path)} sizePx={24} />}
            status={<span className="figures">{formatBytes(listed.sizeBytes)}</span>}
          />
        ))}
      </ol>
      {files.length > initialCount ? (
        <Button variant="quiet" className="m-2" onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? fileListMessages.showFewer : fileListMessages.showAll(files.length)}
        </Button>
      ) : null}
    </FileListCard>
  )
}
