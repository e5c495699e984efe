/** API representation of a conversion. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { errorMessage } from '@filesmith/contract/errors'
import { formatExtension } from '@filesmith/contract/formats'
import type { ConversionState, RecentConversion } from '@filesmith/contract/schemas/conversion'
import type { ConversionRecord } from '../../ports/conversion-store.ts'

/** Minimum progress and time before the remaining time is estimated. */
const minEstimatePercent = 2
const minEstimateSeconds = 1.5

export function describeConversion(record: ConversionRecord, now: Date): ConversionState {
  return {
    id: record.id,
    status: record.status,
    percent: record.percent,
    stage: record.stage,
    secondsLeft: secondsLeft(record, now),
    operation: record.operation,
    fileName: record.fileName,
    originalFormat: formatExtension(record.originalFormat),
    convertedFormat: formatExtension(record.convertedFormat),
    originalSize: record.originalSize,
    resultSize: record.resultSize,
    media: record.media,
    notes: [...record.notes],
    downloadUrl: record.status === 'succeeded' ? apiPaths.download(record.id) : null,
    parts:
      record.status === 'succeeded'
        ? record.parts.map(({ name, format, sizeBytes }) => ({
            name,
            format: formatExtension(format),
            sizeBytes,
            url: apiPaths.conversionPart(record.id, name),
          }))
        : [],
    error: record.errorCode
      ? { code: record.errorCode, message: errorMessage(record.errorCode, record.errorParams) }
      : null,
    createdAt: record.createdAt.toISOString(),
    expiresAt: record.status === 'succeeded' ? record.expiresAt.toISOString() : null,
  }
}

function secondsLeft(record: ConversionRecord, now: Date): number | null {
  if (record.status !== 'running' || !record.startedAt || record.percent < minEstimatePercent) return null
  const elapsedSeconds = (now.getTime() - record.startedAt.getTime()) / 1000
  if (elapsedSeconds < minEstimateSeconds) return null
  return Math.max(0, Math.round((elapsedSeconds * (100 - record.percent)) / record.percent))
}

export function describeRecent(record: ConversionRecord): RecentConversion {
  return {
    id: record.id,
    fileName: record.fileName,
    fileType: record.fileKind,
    originalFormat: formatExtension(record.originalFormat),
    convertedFormat: formatExtension(record.convertedFormat),
    fileSize: record.resultSize ?? 0,
    createdAt: record.createdAt.toISOString(),
    isExpired: record.status === 'expired',
    expiresAt: record.expiresAt.toISOString(),
  }
}
