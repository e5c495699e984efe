/** Translation of documents with the real engine: everything but the text is preserved. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { bundledModelsDir } from '@filesmith/engines/translation/bundled-models'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { checkDocxValidity } from './support/check-docx-validity.ts'
import { compareStyles, readStyles } from './support/document-styles.ts'
import { readDocx } from './support/docx-structure.ts'
import { protectDocx } from './support/protect-docx.ts'
import { reportDocx, sampleDocument } from './support/report.ts'
import { styled, styledDocx } from './support/styled-docx.ts'
import { startTranslationHarness, type TranslationHarness } from './support/translation-harness.ts'
import { paragraph, writeDocx } from './support/write-docx.ts'
import { writeZip } from './support/write-zip.ts'

let harness: TranslationHarness

beforeAll(async () => {
  harness = await startTranslationHarness()
}, 60_000)

afterAll(() => harness.close())

afterEach(async () => {
  expect(await harness.leftovers()).toEqual([])
})

describe('TRAN-25 a Word document', () => {
  test('keeps styles, links, notes, fields, tables and images, and stays valid', async () => {
    const source = await styledDocx()
    const { bytes } = await harness.translate({ input: source, format: 'docx' })
    expect(await checkDocxValidity(bytes)).toEqual([])
    const [before, after] = [await readStyles(source), await readStyles(bytes)]
    expect(after.counts).toEqual(before.counts)
    const { styles, kept } = compareStyles(before, after)
    expect(kept).toBe(styles)
    const parts = await readZip(bytes)
    const sources = await readZip(source)
    for (const [name, part] of sources)
      if (!/word\/(?:document|header1|footer1|footnotes|styles)\.xml/.test(name))
        expect(parts.get(name)).toEqual(part)
    expect(String(parts.get('word/styles.xml'))).toContain('<w:lang w:val="es-ES"/>')
  })

  test('applies styles to the matching words', async () => {
    const body = [
      'The <b>red house</b> is very old.',
      'I bought a <i>new car</i> yesterday with my brother.',
      '<b>Warning:</b> the <link>old book</link> of my sister<note/>.',
    ]
    const footnotes = `<w:footnote w:id="2">${paragraph('The note')}</w:footnote>`
    const input = writeDocx({
      body: body.map(text => styled(text)).join(''),
      parts: { footnotes },
      relations: [{ id: 'link', type: 'hyperlink', target: 'https://example.com', isExternal: true }],
    })
    const { bytes } = await harness.translate({ input, format: 'docx' })
    const text = String((await readZip(bytes)).get('word/document.xml'))
    expect(text).toContain('<w:b/></w:rPr><w:t>casa roja</w:t>')
    expect(text).toContain('<w:i/></w:rPr><w:t>coche nuevo</w:t>')
    expect(text).toContain('<w:b/></w:rPr><w:t>Aviso:</w:t>')
    expect(text).toMatch(/<w:hyperlink r:id="link"><w:r><w:t>libro viejo<\/w:t><\/w:r><\/w:hyperlink>/)
    expect(text).toMatch(/hermana<\/w:t><\/w:r><w:r><w:rPr><w:vertAlign[^>]*><\/w:rPr><w:footnoteReference/)
  })

  test('opens in LibreOffice with all content', async () => {
    const { bytes } = await harness.translate({ input: await reportDocx(), format: 'docx' })
    const [inputPath, outputPath] = [join(harness.folder, '900-input'), join(harness.folder, '900-output')]
    await writeFile(inputPath, bytes)
    await harness.runtime.runStep({
      step: { ability: 'office-convert', from: 'docx', to: 'pdf', options: {} },
      inputPath,
      outputPath,
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    const { pages } = await readPdf(outputPath)
    expect(pages).toHaveLength(2)
    expect(pages.join(' ')).toMatch(/Informe anual.*Peras.*Región.*1,250.*人人生而自由/s)
  })
})

describe('TRAN-26 a PDF', () => {
  test('keeps its structure after conversion to DOCX', async () => {
    const pdf = await readFile(new URL('samples/pdf/table-ruled.pdf', import.meta.url))
    const [inputPath, docxPath] = [join(harness.folder, '800-input'), join(harness.folder, '800-output')]
    await writeFile(inputPath, pdf)
    await harness.runtime.runStep({
      step: { ability: 'pdf-to-document', from: 'pdf', to: 'docx', options: { quality: 'high' } },
      inputPath,
      outputPath: docxPath,
      signal: new AbortController().signal,
      onProgress: () => {},
      name: 'x',
    })
    const source = await readFile(docxPath)
    const { bytes } = await harness.translate({ input: source, format: 'docx' })
    const [before, after] = [await readDocx(source), await readDocx(bytes)]
    expect(await checkDocxValidity(bytes)).toEqual([])
    expect(after.tables).toEqual(before.tables)
    expect(after.headings).toHaveLength(before.headings.length)
    expect(after.text).not.toBe(before.text)
    expect((await readStyles(bytes)).counts).toEqual((await readStyles(source)).counts)
  })
})

describe('translation errors', () => {
  test('rejects a document without text', async () => {
    const empty = writeDocx({ body: paragraph('12 % – 34') })
    expect(await harness.codeOf({ input: empty, format: 'docx' })).toBe('no-text-in-document')
    expect(await harness.codeOf({ input: ' 12\n—\n', format: 'txt' })).toBe('no-text-in-document')
  })

  test('rejects a damaged, truncated or unrelated file', async () => {
    const complete = await styledDocx()
    const parts = Object.fromEntries(await readZip(complete))
    const text = String(parts['word/document.xml'])
    const wrong = [
      complete.subarray(0, complete.length / 2),
      writeZip({ 'notes.txt': 'hello' }),
      writeZip({ ...parts, 'word/document.xml': text.slice(0, -20) }),
      writeZip({ ...parts, 'word/document.xml': text.replace('?>', '?><!DOCTYPE x [<!ENTITY x "y">]>') }),
      Buffer.from('no document'),
    ]
    for (const input of wrong) expect(await harness.codeOf({ input, format: 'docx' })).toBe('file-damaged')
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 2_654_435_761) >>> 24))
    expect(await harness.codeOf({ input: noise, format: 'txt' })).toBe('file-damaged')
  })

  test('rejects a document that unpacks to more than the limit', async () => {
    const input = writeDocx({ body: paragraph('a'.repeat(101 * 1024 * 1024)) })
    expect(await harness.codeOf({ input, format: 'docx' })).toBe('needs-too-much-memory')
  })

  test('requires the password of a protected document', async () => {
    const protectedDocx = { input: await sampleDocument('protected.docx'), format: 'docx' } as const
    expect(await harness.codeOf(protectedDocx)).toBe('password-needed')
    expect(await harness.codeOf({ ...protectedDocx, password: 'open barley' })).toBe('password-wrong')
    const { bytes, outcome } = await harness.translate({ ...protectedDocx, password: 'open sesame' })
    expect(String((await readZip(bytes)).get('word/document.xml'))).toContain('contraseña')
    expect(outcome.notes).toEqual(['The translation is not protected by a password.'])
    const agile = { input: protectDocx(await styledDocx(), 'sésame'), format: 'docx' } as const
    expect(await harness.codeOf({ ...agile, password: 'sesame' })).toBe('password-wrong')
    expect(await harness.codeOf({ ...agile, password: 'sésame' })).toBe('translated')
  })

  test('rejects an unsupported language pair', async () => {
    const input = writeDocx({ body: paragraph('Hello') })
    expect(await harness.codeOf({ input, format: 'docx', to: 'ko' })).toBe('no-translation')
  })

  test('stops when canceled', async () => {
    const cancel = new AbortController()
    const input = writeDocx({
      body: Array.from({ length: 300 }, (_, index) =>
        styled(`The <b>house</b> number ${index} is old.`),
      ).join(''),
    })
    const code = await harness.codeOf({
      input,
      format: 'docx',
      signal: cancel.signal,
      onProgress: () => cancel.abort(),
    })
    expect(code).toBe('cancelled')
  })
})

describe('with the bundled weights', () => {
  let bundled: TranslationHarness
  beforeAll(async () => {
    bundled = await startTranslationHarness(bundledModelsDir)
  }, 60_000)
  afterAll(() => bundled.close())

  test.each([
    ['fr', /maison/, /\p{Script=Latin}/u],
    ['ru', /дом/i, /\p{Script=Cyrillic}/u],
    ['ja', /家|家屋|ハウス/, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ] as const)(
    'TRAN-25 a Word document is translated to %s and keeps bold words',
    async (to, word, script) => {
      const input = writeDocx({ body: styled('The <b>house</b> is very old.') })
      const { bytes } = await bundled.translate({ input, format: 'docx', to })
      const text = String((await readZip(bytes)).get('word/document.xml'))
      const shown = [...text.matchAll(/<w:t[^>]*>([^<]*)</g)].map(([, found]) => found).join('')
      expect(shown).toMatch(word)
      expect(shown).toMatch(script)
      expect(text).toMatch(/<w:b\/><\/w:rPr><w:t[^>]*>[^<]+</)
    },
  )

  test('a text file of many lines is translated to Arabic line by line', async () => {
    const input = 'The house is old.\n\n- We live in Paris.\n- See https://example.com now.\n'
    const { bytes } = await bundled.translate({ input, format: 'txt', to: 'ar' })
    expect(bytes.toString().split('\n')).toHaveLength(5)
    expect(bytes.toString()).toMatch(/\p{Script=Arabic}/u)
    expect(bytes.toString()).toContain('https://example.com')
  })
})
