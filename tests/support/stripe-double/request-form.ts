/** The words of a request, form-encoded as Stripe takes them; what an endpoint does not know is refused. */
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

/** Parameters are written as `items[][price]`, and `metadata[*]` stands for every word in it. */
export function readForm(words: URLSearchParams, known: readonly string[]): RequestForm {
  for (const name of words.keys()) {
    if (!isKnown(name, known)) {
      throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
    }
  }
  const text = (name: string) => words.get(name) ?? undefined
  const integer = (name: string) => {
    const word = text(name)
    if (word === undefined) return undefined
    if (!/^-?\d+$/.test(word)) {
      throw invalid(`Invalid integer: ${word}`, { code: 'parameter_invalid_integer', param: name })
    }
    return Number(word)
  }
  return {
    text,
    needText: name => needed(name, text(name) || undefined),
    integer,
    needInteger: name => needed(name, integer(name)),
    flag(name) {
      const word = text(name)
      if (word !== undefined && word !== 'true' && word !== 'false') {
        throw invalid(`Invalid boolean: ${word}`, { param: name })
      }
      return word === undefined ? undefined : word === 'true'
    },
    section(name) {
      const inside = [...words].filter(([key]) => key.startsWith(`${name}[`))
      return Object.fromEntries(inside.map(([key, word]) => [key.slice(name.length + 1, -1), word]))
    },
    list: name => [...words].filter(([key]) => key.startsWith(`${name}[`)).map(([, word]) => word),
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
