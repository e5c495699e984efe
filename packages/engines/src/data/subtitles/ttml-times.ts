/** Time expressions of TTML: clock times, frames, ticks and offsets. */
import type { XmlNode } from '../xml/read-xml.ts'
import { localName } from '../xml/read-xml.ts'
import { readTime } from './time-codes.ts'

export interface TtmlClock {
  readonly frameRate: number
  readonly tickRate: number
}

export function attributeOf(node: XmlNode, name: string): string | undefined {
  for (const [key, value] of node.attributes) if (localName(key) === name) return value
  return undefined
}

export function clockOf(root: XmlNode): TtmlClock {
  const number = (name: string) => Number(attributeOf(root, name) ?? 0)
  const [numerator = 1, denominator = 1] = (attributeOf(root, 'frameRateMultiplier') ?? '1 1')
    .split(/[\s:]+/)
    .map(Number)
  const frameRate = (number('frameRate') || 30) * (numerator / denominator || 1)
  return { frameRate, tickRate: number('tickRate') || frameRate }
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** In milliseconds; undefined if it is not a time. */
export function readTtmlTime(
  text: string | undefined,
  { frameRate, tickRate }: TtmlClock,
): number | undefined {
  if (text === undefined) return undefined
  const given = text.trim()
  const frames = /^(\d{2,4}:\d{2}:\d{2}):(\d{1,3})(?:\.\d+)?$/.exec(given)
  if (frames !== null)
    return Math.round((readTime(frames[1] ?? '') ?? 0) + (Number(frames[2]) * 1000) / frameRate)
  const offset = /^(\d{1,15}(?:\.\d{1,9})?)(h|ms|m|s|f|t)$/.exec(given)
  if (offset === null) return readTime(given)
  const [, value = '', unit = ''] = offset
  const perUnit = unit === 'f' ? 1000 / frameRate : unit === 't' ? 1000 / tickRate : (unitMs[unit] ?? 0)
  return Math.round(Number(value) * perUnit)
}
