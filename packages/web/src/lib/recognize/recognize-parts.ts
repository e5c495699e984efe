/** Recognizes a format by the parts of a file; runs in a worker. */
import type { FormatId } from '@filesmith/contract/formats'
import { guessTextFormat } from '@filesmith/contract/guess-text-format'
import { sniffFormat } from '@filesmith/contract/sniff-format'

export interface FileParts {
  readonly head: Uint8Array
  /** Second part; the head itself for a short file. */
  readonly tail: Uint8Array
}

export interface Recognition {
  readonly format: FormatId | undefined
  /** Kind of a text, as far as its beginning leaves no doubt. */
  readonly textFormat: FormatId | undefined
}

export function recognizeParts({ head, tail }: FileParts): Recognition {
  const format = sniffFormat(head, tail)
  const textFormat = format === 'txt' ? guessTextFormat(new TextDecoder().decode(head)) : undefined
  return { format, textFormat }
}
