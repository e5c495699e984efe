/** Splits output into lines as it arrives; an endless line uses bounded memory. */
import { StringDecoder } from 'node:string_decoder'

export interface LineSplitter {
  push(bytes: Buffer): void
  /** Emits a last line without a line break. */
  end(): void
}

export function splitLines(onLine: (line: string) => void, maxLineLength = 64 * 1024): LineSplitter {
  const decoder = new StringDecoder('utf8')
  let buffered = ''
  return {
    push(bytes) {
      const parts = decoder.write(bytes).split('\n')
      const last = parts.pop() ?? ''
      for (const part of parts) {
        onLine((buffered + part).slice(0, maxLineLength))
        buffered = ''
      }
      buffered = (buffered + last).slice(0, maxLineLength)
    },
    end() {
      if (buffered !== '') onLine(buffered)
    },
  }
}
