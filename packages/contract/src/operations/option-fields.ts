/** Fields of option schemas: numbers and booleans in JSON or in a form. */
import { z } from 'zod'

interface Bounds {
  readonly min: number
  readonly max: number
  /** Only whole numbers. */
  readonly isWhole?: boolean
}

const maxNumberCharacters = 40
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * A number in JSON, digits in a form. An empty string, null or a list is not a number. Defaults are set by `prefault`,
 * which JSON Schema includes; it omits the `default` of a schema that transforms.
 */
export function numberField(name: string, { min, max, isWhole = false }: Bounds) {
  const error = `${name} must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`
  const number = (isWhole ? z.int({ error }) : z.number({ error })).min(min, { error }).max(max, { error })
  const digits = z
    .string()
    // Before the expression sees it.
    .max(maxNumberCharacters, { error, abort: true })
    .trim()
    .regex(decimal, { error })
    .transform(Number)
    .pipe(number)
  return z.union([number, digits], { error })
}

/** A boolean in JSON, the strings "true" and "false" in a form. */
export function booleanField(name: string, defaultValue: boolean) {
  return booleanWithoutDefault(name).prefault(defaultValue)
}

export function booleanWithoutDefault(name: string) {
  return z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')], {
    error: `${name} must be true or false.`,
  })
}

const color = /^#[0-9a-f]{6}$/i

/** How JSON Schema shows a color field. */
export const colorPattern = color.source

export function colorField(name: string) {
  const error = `${name} must be a color such as #000000.`
  return z.string().max(7, { error, abort: true }).regex(color, { error })
}
