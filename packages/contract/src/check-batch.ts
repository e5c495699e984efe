/** Says what of several chosen files makes a batch on a plan, and why the others do not. */
import { toMegabytes } from './bytes.ts'
import { type PlanId, plans } from './plans.ts'

export interface CheckedBatch<File> {
  readonly files: readonly File[]
  /** One line for each reason why a file was left out, or why there is nothing to convert. */
  readonly problems: readonly string[]
}

/** Too large ones are left out first, so that they take no other file's place. */
export function checkBatch<File extends { readonly size: number }>(
  chosen: readonly File[],
  plan: PlanId,
): CheckedBatch<File> {
  if (chosen.length === 0) return { files: [], problems: ['Please add files to convert'] }
  const { batchFiles, batchFileBytes } = plans[plan]
  const small = chosen.filter(file => file.size <= batchFileBytes)
  const files = small.slice(0, batchFiles ?? small.length)
  return {
    files,
    problems: [
      ...(small.length < chosen.length ? [tooLarge(chosen.length - small.length, batchFileBytes)] : []),
      ...(files.length < small.length ? [`Up to ${batchFiles} files can be converted at once.`] : []),
    ],
  }
}

function tooLarge(count: number, limitBytes: number): string {
  const limit = `the ${toMegabytes(limitBytes)}MB limit.`
  return count === 1 ? `1 file exceeds ${limit}` : `${count} files exceed ${limit}`
}
