/** Cuts output into lines as it comes; a line without end costs a bounded amount of memory. */
import { StringDecoder } from 'node:string_decoder'

export interface LineSplitter {
  push(bytes: Buffer): void
  /** Hands out a last line that has no line break. */
  end(): void
}

export function splitLines(onLine: (line: string) => void, maxLineLength = 64 * 1024): LineSplitter {
  const decoder = new StringDecoder('utf8')
  let held = ''
  return {
    push(bytes) {
      const pieces = decoder.write(bytes).split('\n')
      const last = pieces.pop() ?? ''
      for (const piece of pieces) {
        onLine((held + piece).slice(0, maxLineLength))
        held = ''
      }
      held = (held + last).slice(0, maxLineLength)
    },
    end() {
      if (held !== '') onLine(held)
    },
  }
}
