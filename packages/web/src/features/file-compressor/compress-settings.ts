/** Settings of the compressor: defaults, plan limits, and restoring them after a reload. */
import { type ArchiveFormat, archiveFormats } from '@filesmith/contract/archive-formats'
import { canBeProtected, compressionLevels } from '@filesmith/contract/compression'
import { includesFormat, type PlanId, plans } from '@filesmith/contract/plans'
import { readSavedWork } from '../../lib/job/saved-work.ts'

export const compressToolId = 'compress'

export interface CompressSettings {
  readonly format: ArchiveFormat
  readonly level: number
  readonly isProtected: boolean
}

export const defaultCompressSettings: CompressSettings = {
  format: 'zip',
  level: compressionLevels.default,
  isProtected: false,
}

export function savedCompressSettings(): CompressSettings {
  const { options } = readSavedWork(compressToolId)
  const { lowest, highest } = compressionLevels
  const level = Number(options.level)
  return {
    format: archiveFormats.find(format => format === options.format) ?? defaultCompressSettings.format,
    level:
      Number.isInteger(level) && level >= lowest && level <= highest ? level : defaultCompressSettings.level,
    isProtected: false,
  }
}

export function highestLevelOf(plan: PlanId): number {
  return plans[plan].maxCompressionLevel
}

/** Limits settings to what the plan allows; TAR archives cannot be password-protected. */
export function limitToPlan(settings: CompressSettings, plan: PlanId): CompressSettings {
  const format = includesFormat(plan, settings.format) ? settings.format : defaultCompressSettings.format
  return {
    format,
    level: Math.min(settings.level, highestLevelOf(plan)),
    isProtected: settings.isProtected && canBeProtected(format),
  }
}
