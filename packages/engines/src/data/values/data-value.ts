/**
 * Values of data files. Numbers keep their digits, since most do not survive as doubles (2^53, trailing zeros); objects
 * are maps, so that keys keep their order and `__proto__` is a key like any other (prototype pollution).
 */

/** A JSON number, or `NaN`, `Infinity`, `-Infinity`. */
export class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An ISO 8601 date, time or both. */
export class DateText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type DataMap = Map<string, DataValue>

export type DataValue =
  | null
  | boolean
  | string
  | NumberText
  | DateText
  | Uint8Array
  | readonly DataValue[]
  | DataMap

export function isDataList(value: DataValue | undefined): value is readonly DataValue[] {
  return Array.isArray(value)
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

export function isJsonNumber(text: string): boolean {
  return jsonNumber.test(text)
}

/** Numbers that are not finite have no JSON number. */
export function numberText(value: number | bigint): NumberText {
  return new NumberText(Object.is(value, -0) ? '-0' : String(value))
}

/** JSON on one line. Text stands for what JSON has no value for: dates, binary data, NaN. */
export function writeJsonValue(value: DataValue): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof NumberText) return isJsonNumber(value.text) ? value.text : JSON.stringify(value.text)
  if (value instanceof DateText) return JSON.stringify(value.text)
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'))
  if (value instanceof Map)
    return `{${[...value].map(([key, item]) => `${JSON.stringify(key)}:${writeJsonValue(item)}`).join(',')}}`
  return `[${value.map(writeJsonValue).join(',')}]`
}

/** The text of a cell; null is for missing values. */
export function cellText(value: DataValue | undefined): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (value instanceof NumberText || value instanceof DateText) return value.text
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return writeJsonValue(value)
}
