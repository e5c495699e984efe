/** Options of the compressor: formats, levels, their labels and the plans they need. */
import type { ArchiveFormat } from './archive-formats.ts'
import { passwordRefusal } from './archive-password.ts'
import { AppError } from './errors.ts'
import { formatRefusal } from './format-refusal.ts'
import { includesFormat, type PlanId, plans } from './plans.ts'

export const compressionLevels = { lowest: 1, default: 5, highest: 9 } as const

/** Levels from here on need Basic or Pro. */
export const paidFromLevel = plans.free.maxCompressionLevel + 1

export function isPaidFormat(format: ArchiveFormat): boolean {
  return !includesFormat('free', format)
}

/** TAR has no encryption. */
export function canBeProtected(format: ArchiveFormat): boolean {
  return format !== 'tar'
}

export function levelLabel(level: number): 'Faster' | 'Balanced' | 'Smaller' {
  if (level <= 3) return 'Faster'
  return level >= 7 ? 'Smaller' : 'Balanced'
}

/** Rough estimate before anything is known about the files, in percent. */
export function expectedReductionPercent(level: number): number {
  return Math.round(30 + ((level - compressionLevels.default) / 10) * 40)
}

interface Compression {
  readonly format: ArchiveFormat
  readonly level: number
  readonly isPasswordProtected: boolean
  readonly password: string | undefined
}

/** Never creates an unencrypted archive for a caller who sent a password. */
function unprotected(password = ''): AppError | undefined {
  const reason = 'isPasswordProtected is false. Send only one of the two.'
  return password === '' ? undefined : new AppError('option-without-effect', { option: 'password', reason })
}

export function compressionRefusal(wanted: Compression, plan: PlanId): AppError | undefined {
  const { format, level, isPasswordProtected, password } = wanted
  const refusal = isPasswordProtected ? passwordRefusal(format, password) : unprotected(password)
  if (refusal) return refusal
  const refusedFormat = formatRefusal(format, plan)
  if (refusedFormat) return refusedFormat
  if (level > plans[plan].maxCompressionLevel)
    return new AppError('plan-needed', { what: 'Compression levels 8 and 9 require' })
  return undefined
}
