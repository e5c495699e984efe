/** Translates lines in blocks, so that each has its neighbours for company, and gives back as many as it got. */
import type { TranslateTextRequest } from '@filesmith/contract/schemas/translation'
import { translateText } from '../../../lib/translation-calls.ts'

const charactersPerBlock = 4000

type Languages = Omit<TranslateTextRequest, 'text'>

interface TranslateLinesSettings {
  /** All lines so far, whenever there is one more. */
  readonly onLines: (done: readonly string[]) => void
  readonly signal: AbortSignal
}

/** Goes on after the lines that are done already. */
export async function translateLines(
  lines: readonly string[],
  done: readonly string[],
  languages: Languages,
  { onLines, signal }: TranslateLinesSettings,
): Promise<void> {
  let finished = done
  for (const block of blocksOf(lines.slice(done.length))) {
    const before = finished
    finished = [
      ...before,
      ...(await translateBlock(block, languages, signal, soFar => onLines([...before, ...soFar]))),
    ]
    onLines(finished)
  }
}

function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = []
  let length = 0
  for (const line of lines) {
    const block = blocks.at(-1)
    length += line.length + 1
    if (block && length <= charactersPerBlock) block.push(line)
    else {
      blocks.push([line])
      length = line.length + 1
    }
  }
  return blocks
}

async function translateBlock(
  block: readonly string[],
  languages: Languages,
  signal: AbortSignal,
  onLines: (soFar: readonly string[]) => void,
): Promise<string[]> {
  let grown = ''
  let told = 0
  const { translatedText } = await translateText(
    { text: block.join('\n'), ...languages },
    {
      signal,
      onText(text) {
        grown += text
        // The last line is still being written.
        const whole = grown.split('\n').slice(0, -1).slice(0, block.length)
        if (whole.length > told) onLines(whole)
        told = whole.length
      },
    },
  )
  const translated = translatedText.split('\n')
  if (translated.length === block.length) return translated
  // An engine that joins or splits lines is asked for each of them alone, or their times would slip.
  const alone: string[] = []
  for (const text of block) {
    const reply = await translateText({ text, ...languages }, { signal })
    alone.push(reply.translatedText.replace(/\s*\n\s*/g, ' '))
    onLines(alone)
  }
  return alone
}
