/** Takes a Word document through the whole way of a translation, with translators that are only pretended. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { writePackage } from '@filesmith/engines/translation/documents/docx/package/write-package'
import { extractFlows, replaceFlows } from '@filesmith/engines/translation/documents/docx/translate-package'
import { translateFlows } from '@filesmith/engines/translation/documents/translate-flows'

type PretendedTranslator = Parameters<typeof translateFlows>[0]
type Flows = Parameters<typeof translateFlows>[1]['flows']
type Direction = Pick<Parameters<typeof translateFlows>[1], 'from' | 'to'>

export function translatorOf(translate: (text: string) => string): PretendedTranslator {
  return {
    pairs: () => [],
    translate: async (texts: readonly string[]) => texts.map(translate),
    close: async () => {},
  }
}

/** Says the same, whatever it is asked. */
export const speaking = (word: string): PretendedTranslator => translatorOf(() => word)

export function translateWith(translator: PretendedTranslator, flows: Flows, direction: Direction) {
  const { signal } = new AbortController()
  return translateFlows(translator, { flows, ...direction, signal, onFlows: () => {} })
}

export async function carryOver(
  translator: PretendedTranslator,
  source: Buffer,
  direction: Direction,
): Promise<Buffer> {
  const flows = await translateWith(translator, extractFlows(source), direction)
  return buffer(Readable.from(writePackage(replaceFlows(source, flows, direction))))
}
