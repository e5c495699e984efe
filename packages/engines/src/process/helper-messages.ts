/** Validates messages of a helper: it parses hostile files, so it may be compromised and is not trusted. */
import { AppError, type ErrorParams, isErrorCode } from '@filesmith/contract/errors'
import type { Progress } from '../engine.ts'

export interface Failure {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  /** For the log only. */
  readonly detail: string
}

const maxTextLength = 200

export function readProgress(message: unknown): Progress {
  const { percent, stage } = message as Partial<Progress>
  return {
    percent: Math.min(100, Math.max(0, Number(percent) || 0)),
    stage: String(stage).slice(0, maxTextLength),
  }
}

export function readFailure(message: unknown, openParams: ErrorParams): AppError {
  const { code, params, detail } = message as Partial<Failure>
  const cause = new Error(String(detail ?? ''))
  if (typeof code !== 'string' || !isErrorCode(code)) return new AppError('internal', {}, { cause })
  const shortParams = Object.entries(params ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : String(value).slice(0, maxTextLength),
  ])
  return new AppError(code, { ...openParams, ...Object.fromEntries(shortParams) }, { cause })
}
