/** API representation of a batch: its files and their combined status. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import { isFinished } from '@filesmith/contract/schemas/conversion'
import type { ConversionRecord } from '../../ports/conversion-store.ts'
import { describeConversion } from '../conversions/describe-conversion.ts'

export function describeBatch(id: string, records: readonly ConversionRecord[], now: Date): BatchState {
  const status = statusOf(records)
  return {
    id,
    status,
    percent: status === 'succeeded' ? 100 : sharePercent(records),
    downloadUrl: status === 'succeeded' ? apiPaths.batchDownload(id) : null,
    files: records.map(record => describeConversion(record, now)),
  }
}

/** A batch succeeds if any file does; each file has its own status. */
function statusOf(records: readonly ConversionRecord[]): BatchState['status'] {
  if (records.some(({ status }) => !isFinished(status))) return 'running'
  const has = (wanted: ConversionRecord['status']) => records.some(({ status }) => status === wanted)
  if (has('succeeded')) return 'succeeded'
  if (has('expired')) return 'expired'
  return has('cancelled') ? 'cancelled' : 'failed'
}

/** Weighted by size for steady progress; 100 only when everything is done. */
function sharePercent(records: readonly ConversionRecord[]): number {
  const weight = ({ originalSize }: ConversionRecord) => Math.max(1, originalSize)
  const whole = records.reduce((sum, record) => sum + weight(record), 0)
  const done = records.reduce((sum, record) => {
    const percent = isFinished(record.status) ? 100 : record.percent
    return sum + weight(record) * percent
  }, 0)
  return Math.min(99, done / whole)
}
