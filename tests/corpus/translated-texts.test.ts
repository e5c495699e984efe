/** Translation of plain texts with the real engine: encoding is preserved, typed text is returned in chunks. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { createDocumentHelpers, translateTxt } from '@filesmith/engines/translation/start-translation'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { speaking } from './support/carry-over.ts'
import { startTranslationHarness, type TranslationHarness } from './support/translation-harness.ts'

let harness: TranslationHarness

beforeAll(async () => {
  harness = await startTranslationHarness()
}, 60_000)

afterAll(() => harness.close())

afterEach(async () => {
  expect(await harness.leftovers()).toEqual([])
})

describe('translating a text file keeps its encoding', () => {
  const english = 'The red house is old.\r\n\r\nThe new car is here — “fine”.\r\n'

  test.each([
    ['UTF-8', Buffer.from(english), 'utf-8'],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${english}`), 'utf-8'],
    ['UTF-16', Buffer.from(`\ufeff${english}`, 'utf16le'), 'utf-16le'],
    [
      'Windows-1252',
      Buffer.from(english.replace('—', '\x97').replace('“', '\x93').replace('”', '\x94'), 'latin1'),
      'windows-1252',
    ],
  ])('%s', async (_, input, encoding) => {
    const { bytes, outcome } = await harness.translate({ input, format: 'txt' })
    const marked = new TextDecoder(encoding, { ignoreBOM: true })
    const text = marked.decode(bytes)
    expect(text.startsWith('\ufeff')).toBe(marked.decode(input).startsWith('\ufeff'))
    expect(text.replace('\ufeff', '')).toMatch(/^La casa roja es vieja\.\r\n\r\nEl coche nuevo.* — .*\.\r\n$/)
    expect(outcome.notes).toBeUndefined()
  })
})

test('writes UTF-8 and adds a note if the encoding lacks letters of the target language', async () => {
  const sandbox = await createSandbox('required', () => {})
  const helpers = createDocumentHelpers({ ...defaultEngineSettings, helpersPerEngine: 1 }, sandbox)
  const [inputPath, outputPath] = [join(harness.folder, '700-input'), join(harness.folder, '700-output')]
  await writeFile(inputPath, Buffer.from('b4f3bcd2bac3a1a3d5e2cac7d2bbb8f6d6d0b9fac8cbb5c4bcd2a1a3', 'hex'))
  const step = { ability: 'translate-txt', from: 'txt', to: 'txt', options: {} } as const
  const run = { step, inputPath, outputPath, signal: new AbortController().signal, onProgress: () => {} }
  try {
    const outcome = await translateTxt(run, { from: 'zh', to: 'es' }, speaking('El niño de España'), helpers)
    expect(await readFile(outputPath, 'utf8')).toContain('España')
    expect(outcome.notes).toEqual([
      'The text was written in GB18030, which does not have all letters of Spanish; the translation is in UTF-8.',
    ])
  } finally {
    await helpers.close()
  }
})

test('Translator.translate: delivers chunks and reports the route; copies the text for identical languages', async () => {
  const chunks: string[] = []
  const translate = (to: 'es' | 'en') =>
    harness.runtime.translator?.translate({
      text: 'The red house.\n\n- The new book {name}.',
      from: 'en',
      to,
      signal: new AbortController().signal,
      onChunk: chunk => void chunks.push(chunk),
    })
  expect(await translate('es')).toMatchObject({ from: 'en', to: 'es', engine: 'apertium' })
  expect(chunks.join('')).toBe('La casa roja.\n\n- El libro nuevo {name}.')
  expect(await translate('en')).toBeNull()
})
