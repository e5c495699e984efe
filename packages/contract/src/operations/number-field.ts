/** A figure of a call: JSON has numbers, a form has digits. An empty text, null or a list is not a number. */
import { z } from 'zod'

interface Bounds {
  readonly min: number
  readonly max: number
  /** Only whole numbers. */
  readonly isWhole?: boolean
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

export function numberField(name: string, { min, max, isWhole = false }: Bounds) {
  const error = `${name} must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`
  const number = (isWhole ? z.int() : z.number()).min(min).max(max)
  const digits = z.string().trim().regex(decimal).transform(Number).pipe(number)
  return z.union([number, digits], { error })
}
