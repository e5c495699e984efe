/** What the archive shall be, as far as the plan allows it, and how the choice is found again after a reload. */
import { type ArchiveFormat, archiveFormats } from '@filesmith/contract/archive-formats'
import {
  canBeProtected,
  compressionLevels,
  isPaidFormat,
  paidFromLevel,
} from '@filesmith/contract/compression'
import type { PlanId } from '@filesmith/contract/plans'
import { readSavedFiles } from '../../lib/file-list/saved-files.ts'

export const compressToolId = 'compress'

export interface CompressSettings {
  readonly format: ArchiveFormat
  readonly level: number
  readonly isProtected: boolean
}

export const defaultSettings: CompressSettings = {
  format: 'zip',
  level: compressionLevels.usual,
  isProtected: false,
}

export function savedSettings(): CompressSettings {
  const { options } = readSavedFiles(compressToolId)
  const { lowest, highest } = compressionLevels
  const level = Number(options?.level)
  return {
    format: archiveFormats.find(format => format === options?.format) ?? defaultSettings.format,
    level: Number.isInteger(level) && level >= lowest && level <= highest ? level : defaultSettings.level,
    isProtected: false,
  }
}

export function highestLevelOf(plan: PlanId): number {
  return plan === 'free' ? paidFromLevel - 1 : compressionLevels.highest
}

/** What was chosen on a larger plan, brought down to this one; a TAR is never protected. */
export function withinPlan(wanted: CompressSettings, plan: PlanId): CompressSettings {
  const format = plan === 'free' && isPaidFormat(wanted.format) ? defaultSettings.format : wanted.format
  return {
    format,
    level: Math.min(wanted.level, highestLevelOf(plan)),
    isProtected: wanted.isProtected && canBeProtected(format),
  }
}
