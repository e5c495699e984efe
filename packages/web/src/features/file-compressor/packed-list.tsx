/** The files that go into the archive, while it is made and afterwards. */
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

interface PackedListProps {
  /** None when they are of an earlier visit and gone from the server. */
  readonly files: readonly ListedFile[]
  readonly state: ConversionState | undefined
}

const shownAtFirst = 30

export function PackedList({ files, state }: PackedListProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? files : files.slice(0, shownAtFirst)
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
      {files.length > shownAtFirst ? (
        <Button variant="quiet" className="m-2" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? fileListMessages.showFewer : fileListMessages.showAll(files.length)}
        </Button>
      ) : null}
    </FileListCard>
  )
}
