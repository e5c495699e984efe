/** Translates lines in blocks, so that the engine has context, and returns exactly one line per line. */
import type { TranslateTextRequest } from '@filesmith/contract/schemas/translation'
import { translateText } from '../../../lib/translation-calls.ts'

const charactersPerBlock = 4000

type Languages = Omit<TranslateTextRequest, 'text'>

interface TranslateLinesOptions {
  /** Called with all lines so far whenever there is a new one. */
  readonly onLines: (done: readonly string[]) => void
  readonly signal: AbortSignal
}

/** Continues after the lines that are already done. */
export async function translateLines(
  lines: readonly string[],
  done: readonly string[],
  languages: Languages,
  { onLines, signal }: TranslateLinesOptions,
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
  let received = ''
  let reportedCount = 0
  const { translatedText } = await translateText(
    { text: block.join('\n'), ...languages },
    {
      signal,
      onText(text) {
        received += text
        // The last line is still incomplete.
        const complete = received.split('\n').slice(0, -1).slice(0, block.length)
        if (complete.length > reportedCount) onLines(complete)
        reportedCount = complete.length
      },
    },
  )
  const translated = translatedText.split('\n')
  if (translated.length === block.length) return translated
  // If the engine merged or split lines, translate each line separately; otherwise their times would shift.
  const separate: string[] = []
  for (const text of block) {
    const reply = await translateText({ text, ...languages }, { signal })
    separate.push(reply.translatedText.replace(/\s*\n\s*/g, ' '))
    onLines(separate)
  }
  return separate
}
