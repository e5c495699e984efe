/** Parses a Range header with one range; several are ignored and answered with the whole file (RFC 9110). */
import { AppError } from '@filesmith/contract/errors'
import type { ByteRange } from '../ports/storage.ts'

export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const match = header?.trim().match(/^bytes=(\d*)-(\d*)$/)
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  const range =
    first === ''
      ? { start: Math.max(0, sizeBytes - Number(last)), end: sizeBytes - 1 }
      : { start: Number(first), end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
  if (range.start >= sizeBytes || range.start > range.end) throw new AppError('range-not-satisfiable')
  return range
}
