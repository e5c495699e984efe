/** Runs a Word document through the whole document translation with fake translators. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { writePackage } from '@filesmith/engines/translation/documents/docx/package/write-package'
import { extractFlows, replaceFlows } from '@filesmith/engines/translation/documents/docx/translate-package'
import { translateFlows } from '@filesmith/engines/translation/documents/translate-flows'

type FakeTranslator = Parameters<typeof translateFlows>[0]
type Flows = Parameters<typeof translateFlows>[1]['flows']
type Direction = Pick<Parameters<typeof translateFlows>[1], 'from' | 'to'>

export function translatorOf(translate: (text: string) => string): FakeTranslator {
  return {
    pairs: () => [],
    translate: async (texts: readonly string[]) => texts.map(translate),
    close: async () => {},
  }
}

/** Always returns the same word. */
export const speaking = (word: string): FakeTranslator => translatorOf(() => word)

export function translateWith(translator: FakeTranslator, flows: Flows, direction: Direction) {
  const { signal } = new AbortController()
  return translateFlows(translator, { flows, ...direction, signal, onFlows: () => {} })
}

export async function carryOver(
  translator: FakeTranslator,
  source: Buffer,
  direction: Direction,
): Promise<Buffer> {
  const flows = await translateWith(translator, extractFlows(source), direction)
  return buffer(Readable.from(writePackage(replaceFlows(source, flows, direction))))
}
