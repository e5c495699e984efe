/**
 * A number option: a number in JSON, digits in a form. An empty string, null or a list is not a number. Defaults are set
 * by `prefault`, which JSON Schema includes; it omits the `default` of a schema that transforms.
 */
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
  const number = (isWhole ? z.int({ error }) : z.number({ error })).min(min, { error }).max(max, { error })
  const digits = z.string().trim().regex(decimal, { error }).transform(Number).pipe(number)
  return z.union([number, digits], { error })
}
