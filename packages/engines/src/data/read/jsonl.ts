/** JSONL: one JSON value in each line. */
import { JobFailure } from '../../process/job-failure.ts'
import { readWholeText } from '../read-text.ts'
import { lineFailure } from '../values/data-failure.ts'
import type { DataValue } from '../values/data-value.ts'
import { JsonReader } from './json.ts'

export interface JsonItems {
  /** Starts again with each call. */
  items(): Iterable<DataValue>
  repeatedKeys(): number
}

export function openJsonLines(input: Buffer): JsonItems {
  const text = readWholeText(input)
  let repeated = 0
  return {
    *items() {
      repeated = 0
      let line = 0
      for (let at = 0; at < text.length; ) {
        const end = text.indexOf('\n', at)
        const stop = end < 0 ? text.length : end
        line += 1
        const source = text.slice(at, stop).trim()
        at = stop + 1
        if (source === '') continue
        const reader = new JsonReader(source)
        yield readLine(reader, line)
        repeated += reader.repeatedKeys
      }
    },
    repeatedKeys: () => repeated,
  }
}

function readLine(reader: JsonReader, line: number): DataValue {
  try {
    return reader.readAll()
  } catch (error) {
    throw error instanceof JobFailure ? lineFailure(line, 'not one JSON value') : error
  }
}

/** Undefined if the text is not a list. */
export function openJsonList(text: string): JsonItems | undefined {
  if (!new JsonReader(text).startsList()) return undefined
  let reader = new JsonReader(text)
  return {
    items() {
      reader = new JsonReader(text)
      return reader.items()
    },
    repeatedKeys: () => reader.repeatedKeys,
  }
}
