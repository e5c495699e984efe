/** How large an archive of the sampled files will be. */
import type { ArchiveFormat } from '@filesmith/contract/archive-formats'
import type { Sample } from './take-sample.ts'

/** PLACEHOLDER */
const strengths: Readonly<Record<ArchiveFormat, readonly number[]>> = {
  zip: [0.96, 0.96, 0.96, 1, 1, 1.02, 1.02, 1.02, 1.02],
  '7z': [1.3, 1.4, 1.45, 1.5, 1.6, 1.6, 1.62, 1.62, 1.62],
  tar: [1, 1.02, 1.05, 1.1, 1.13, 1.14, 1.14, 1.15, 1.15],
  rar: [1, 1.05, 1.1, 1.15, 1.2, 1.2, 1.25, 1.25, 1.3],
}

/** What a file costs beside its content: fixed, and for every byte of its name. */
const entryCosts: Readonly<Record<ArchiveFormat, { readonly fixed: number; readonly perNameByte: number }>> =
  {
    zip: { fixed: 112, perNameByte: 2 },
    '7z': { fixed: 12, perNameByte: 0.3 },
    tar: { fixed: 40, perNameByte: 0.3 },
    rar: { fixed: 60, perNameByte: 1 },
  }

export function estimateArchiveBytes(
  { ratio, totalBytes, fileCount, nameBytes }: Sample,
  format: ArchiveFormat,
  level: number,
): number {
  const strength = strengths[format][level - 1] ?? 1
  const { fixed, perNameByte } = entryCosts[format]
  return Math.round(totalBytes * ratio ** strength + fileCount * fixed + nameBytes * perNameByte)
}
