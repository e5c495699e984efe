/** Ids of what a job makes, computed from the job's own: a worker that goes on finds what another one began. */
import { createHash } from 'node:crypto'
import type { PipelineLease } from '../../ports/pipeline-store.ts'

/** The conversions of a step are followed together. */
export function stepBatchId(jobId: string, step: number): string {
  return derivedId(jobId, 'batch', step)
}

/** Asked for twice, it is there already: nothing is done or charged a second time. */
export function stepConversionId(jobId: string, step: number, index: number): string {
  return derivedId(jobId, 'conversion', step, index)
}

/** A file that a step works on. Another turn writes another file, so that none spoils what another one wrote. */
export function stepUploadId({ id, attempt }: PipelineLease, step: number, index: number): string {
  return derivedId(id, 'upload', attempt, step, index)
}

/** A UUID of version 8, which is whatever its maker likes. */
function derivedId(...words: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
