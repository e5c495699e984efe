/** Estimated size of the archive, from a sample of the files. */
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
  const { sample, isSampling } = useSample(files)
  if (!sample && !isSampling) return null
  return (
    <p role="status" className="flex min-h-16 items-center gap-3 rounded bg-paper px-3 py-2">
      <Icon of={Scale} className="text-ink-muted" />
      {sample && !isSampling ? (
        <span className="font-semibold tabular-nums">{describeEstimate(sample, format, level)}</span>
      ) : (
        <span className="text-ink-muted">{compressMessages.sampling}</span>
      )}
    </p>
  )
}

function describeEstimate(sample: Sample, format: ArchiveFormat, level: number): string {
  const bytes = estimateArchiveBytes(sample, format, level)
  const percent = Math.round((1 - bytes / sample.totalBytes) * 100)
  return compressMessages.fromSample(formatBytes(roundToPrecision(bytes)), percent)
}

/** Rounds to two significant digits, the precision of the sample. */
function roundToPrecision(bytes: number): number {
  const unit = 1024 ** Math.floor(Math.log(bytes) / Math.log(1024))
  return Number((bytes / unit).toPrecision(2)) * unit
}
