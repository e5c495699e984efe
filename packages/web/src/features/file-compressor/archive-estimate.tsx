/** How large the archive will be, from a sample of the files themselves. */
import type { ArchiveFormat } from '@filesmith/contract/archive-formats'
import { compressMessages } from '@filesmith/contract/messages/compress'
import { Scale } from 'lucide-react'
import type { ListedFile } from '../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Icon } from '../../ui/icon.tsx'
import { estimateArchiveBytes } from './estimate-archive.ts'
import type { Sample } from './take-sample.ts'
import { useSample } from './use-sample.ts'

interface ArchiveEstimateProps {
  readonly files: readonly ListedFile[]
  readonly format: ArchiveFormat
  readonly level: number
}

export function ArchiveEstimate({ files, format, level }: ArchiveEstimateProps) {
  const { sample, isTaking } = useSample(files)
  if (!sample && !isTaking) return null
  return (
    <p role="status" className="flex min-h-16 items-center gap-3 rounded bg-paper px-3 py-2">
      <Icon of={Scale} className="text-ink-muted" />
      {sample && !isTaking ? (
        <span className="font-semibold tabular-nums">{describe(sample, format, level)}</span>
      ) : (
        <span className="text-ink-muted">{compressMessages.sampling}</span>
      )}
    </p>
  )
}

function describe(sample: Sample, format: ArchiveFormat, level: number): string {
  const bytes = estimateArchiveBytes(sample, format, level)
  const percent = Math.round((1 - bytes / sample.totalBytes) * 100)
  return compressMessages.fromSample(formatBytes(roughly(bytes)), percent)
}

/** Two figures in the unit it is shown in: a sample knows no more than that. */
function roughly(bytes: number): number {
  const unit = 1024 ** Math.floor(Math.log(bytes) / Math.log(1024))
  return Number((bytes / unit).toPrecision(2)) * unit
}
