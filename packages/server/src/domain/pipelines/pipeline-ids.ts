/** Deterministic ids derived from the job id, so that a worker that takes over finds what another one started. */
import { createHash } from 'node:crypto'
import type { PipelineLease } from '../../ports/pipeline-store.ts'

/** The conversions of a step are watched as a batch. */
export function stepBatchId(jobId: string, step: number): string {
  return derivedId(jobId, 'batch', step)
}

/** Idempotent: a repeated request finds the existing conversion and is not charged again. */
export function stepConversionId(jobId: string, step: number, index: number): string {
  return derivedId(jobId, 'conversion', step, index)
}

/** Input file of a step. Includes the attempt, so that concurrent attempts do not overwrite each other's files. */
export function stepUploadId({ id, attempt }: PipelineLease, step: number, index: number): string {
  return derivedId(id, 'upload', attempt, step, index)
}

/** UUID version 8 (custom, RFC 9562). */
function derivedId(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
