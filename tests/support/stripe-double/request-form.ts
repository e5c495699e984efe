/** Form-encoded request parameters in Stripe's syntax; unknown parameters are rejected. */
import { invalid } from './stripe-fault.ts'

export interface RequestForm {
  text(name: string): string | undefined
  needText(name: string): string
  integer(name: string): number | undefined
  needInteger(name: string): number
  flag(name: string): boolean | undefined
  /** `metadata[a]=1` as `{a: '1'}`. */
  section(name: string): Record<string, string>
  /** `expand[0]=a&expand[1]=b` as `['a', 'b']`. */
  list(name: string): string[]
}

/** Known parameters are given as `items[][price]`; `metadata[*]` matches every key. */
export function readForm(params: URLSearchParams, known: readonly string[]): RequestForm {
  for (const name of params.keys()) {
    if (!isKnown(name, known)) {
      throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
    }
  }
  const text = (name: string) => params.get(name) ?? undefined
  const integer = (name: string) => {
    const value = text(name)
    if (value === undefined) return undefined
    if (!/^-?\d+$/.test(value)) {
      throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
    }
    return Number(value)
  }
  return {
    text,
    needText: name => needed(name, text(name) || undefined),
    integer,
    needInteger: name => needed(name, integer(name)),
    flag(name) {
      const value = text(name)
      if (value !== undefined && value !== 'true' && value !== 'false') {
        throw invalid(`Invalid boolean: ${value}`, { param: name })
      }
      return value === undefined ? undefined : value === 'true'
    },
    section(name) {
      const inside = [...params].filter(([key]) => key.startsWith(`${name}[`))
      return Object.fromEntries(inside.map(([key, value]) => [key.slice(name.length + 1, -1), value]))
    },
    list: name => [...params].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value),
  }
}

function needed<Value>(name: string, value: Value | undefined): Value {
  if (value !== undefined) return value
  throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
}

function isKnown(name: string, known: readonly string[]): boolean {
  const shape = name.replace(/\[\d*\]/g, '[]')
  return known.some(one =>
    one.endsWith('[*]')
      ? /^\[[^\]]+\]$/.test(shape.slice(one.length - 3)) && shape.startsWith(one.slice(0, -3))
      : one === shape,
  )
}
