/** What the compressor offers: formats, levels, what each promises and what it takes to have it. */
import type { ArchiveFormat } from './archive-formats.ts'
import { passwordRefusal } from './archive-password.ts'
import { AppError } from './errors.ts'
import type { PlanId } from './plans.ts'

export const compressionLevels = { lowest: 1, usual: 5, highest: 9 } as const

/** From this level on it takes Basic or Pro. */
export const paidFromLevel = 8

export function isPaidFormat(format: ArchiveFormat): boolean {
  return format === 'rar'
}

function isPaidLevel(level: number): boolean {
  return level >= paidFromLevel
}

/** A tar has no place for a password. */
export function canBeProtected(format: ArchiveFormat): boolean {
  return format !== 'tar'
}

export function levelLabel(level: number): 'Faster' | 'Balanced' | 'Smaller' {
  if (level <= 3) return 'Faster'
  return level >= 7 ? 'Smaller' : 'Balanced'
}

/** What people may expect before anything is known of their files, in percent. */
export function expectedReductionPercent(level: number): number {
  return Math.round(30 + ((level - compressionLevels.usual) / 10) * 40)
}

interface Compression {
  readonly format: ArchiveFormat
  readonly level: number
  readonly isPasswordProtected: boolean
  readonly password: string | undefined
}

/** Never an open archive for a caller who sent a password. */
function unprotected(password = ''): AppError | undefined {
  const reason = 'isPasswordProtected is false. Leave one of the two out.'
  return password === '' ? undefined : new AppError('option-without-effect', { option: 'password', reason })
}

export function compressionRefusal(wanted: Compression, plan: PlanId): AppError | undefined {
  const { format, level, isPasswordProtected, password } = wanted
  const refusal = isPasswordProtected ? passwordRefusal(format, password ?? '') : unprotected(password)
  if (refusal || plan !== 'free') return refusal
  if (isPaidFormat(format)) return new AppError('plan-needed', { what: 'RAR requires' })
  if (isPaidLevel(level)) return new AppError('plan-needed', { what: 'Compression levels 8 and 9 require' })
  return undefined
}
