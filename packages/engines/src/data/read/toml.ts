/** TOML 1.0. */
import { parse, TomlDate, TomlError } from 'smol-toml'
import { lineFailure } from '../values/data-failure.ts'
import { type DataMap, type DataValue, DateText, NumberText, numberText } from '../values/data-value.ts'

export function readToml(text: string): DataValue {
  try {
    return toValue(parse(text, { integersAsBigInt: true, maxDepth: 200 }))
  } catch (error) {
    if (error instanceof TomlError) throw lineFailure(error.line, error.message)
    throw error
  }
}

function toValue(value: unknown): DataValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return numberText(value)
  // A float stays a float.
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e21
      ? new NumberText(`${value}.0`)
      : numberText(value)
  if (value instanceof TomlDate) return new DateText(value.toISOString())
  if (Array.isArray(value)) return value.map(toValue)
  const map: DataMap = new Map()
  for (const [key, item] of Object.entries(value ?? {})) map.set(key, toValue(item))
  return map
}
