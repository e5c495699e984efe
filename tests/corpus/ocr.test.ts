/** OCR on the real sandboxed engine with realistic pages. */
import { readFileSync } from 'node:fs'
import { recognitionParts } from '@filesmith/contract/schemas/recognition'
import { openDocument } from '@filesmith/engines/pdf/read/open-document'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { characterErrors } from '../support/character-errors.ts'
import { drawMixedPdf } from '../support/draw-mixed-pdf.ts'
import { drawTextPage, type PageStyle, truthOf } from '../support/draw-text-page.ts'
import { type OcrTextId, ocrTexts } from '../support/ocr-texts.ts'
import { everyNth, isThorough, partOf } from '../support/thorough.ts'
import { checkDocxValidity } from './support/check-docx-validity.ts'
import { readDocx } from './support/docx-structure.ts'
import { type OcrHarness, type OcrRun, startOcrHarness } from './support/ocr-harness.ts'
import { processesBelow } from './support/processes-below.ts'
import { readXml } from './support/read-xml.ts'

let harness: OcrHarness

beforeAll(async () => {
  harness = await startOcrHarness()
})
afterAll(async () => {
  expect(await harness.leftovers()).toEqual([])
  await harness.close()
})

/** Small pages: recognized like large ones, but quickly. */
const small: PageStyle = { dpi: 150, paragraphs: 1, isCut: true }
/** For pages whose language is not the subject: detecting it takes longer than reading them. */
const asEnglish = { detectLanguage: false }

async function draw(language: OcrTextId, pageStyle: PageStyle = small): Promise<Buffer> {
  return (await drawTextPage(ocrTexts[language], pageStyle)).png().toBuffer()
}

async function readPage(language: OcrTextId, pageStyle: PageStyle, options: OcrRun['options'] = {}) {
  const result = await harness.read({ input: await draw(language, pageStyle), from: 'png', options })
  const errors = characterErrors(truthOf(ocrTexts[language], pageStyle), result.text, ocrTexts[language])
  return { ...result, errors }
}

describe.concurrent('OCR-05 each option changes the result', () => {
  const table = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="700"><rect width="1200" height="700" fill="white"/>
    <g font-family="Liberation Sans" font-size="32">${[
      ['Port', 'Boats', 'Fee'],
      ['Lisbon', '1204', '38.50'],
      ['Antwerp', '87', '6.25'],
      ['Genoa', '310', '112.00'],
    ]
      .map((row, at) =>
        row
          .map((cell, column) => `<text x="${80 + 380 * column}" y="${100 + 60 * at}">${cell}</text>`)
          .join(''),
      )
      .join('')}
      <text x="80" y="420">The fees above hold for one night, and they are never re-</text>
      <text x="80" y="462">funded when a boat leaves early.</text></g></svg>`
  const input = () => sharp(Buffer.from(table)).png().toBuffer()

  test('preserveLayout: keeps rows and lines, or joins paragraphs', async () => {
    const kept = await harness.read({ input: await input(), from: 'png', options: { detectLanguage: false } })
    const rows = kept.text.split('\n').slice(0, 4)
    expect(rows.map(row => row.trim().split(/ {2,}/))).toEqual([
      ['Port', 'Boats', 'Fee'],
      ['Lisbon', '1204', '38.50'],
      ['Antwerp', '87', '6.25'],
      ['Genoa', '310', '112.00'],
    ])
    expect(new Set(rows.slice(1).map(row => row.search(/\d/))).size).toBe(1)
    expect(kept.text).toContain('never re-\nfunded')
    const options = { detectLanguage: false, preserveLayout: false }
    const flowing = await harness.read({ input: await input(), from: 'png', options })
    expect(flowing.text).toContain('they are never refunded when a boat leaves early.')
    expect(flowing.text).toContain('Antwerp 87 6.25')
  })

  test('enhanceAccuracy: rotates a sideways page, or reads it as is', async () => {
    const pageStyle = { ...small, quarterRotations: 1 } as const
    expect((await readPage('en', pageStyle)).errors).toBeLessThan(0.01)
    expect((await readPage('en', pageStyle, { enhanceAccuracy: false })).errors).toBeGreaterThan(0.3)
  })

  test('detectLanguage: without it the selected language is used; pages of several languages are below', async () => {
    const misread = await readPage('ru', small, { detectLanguage: false, enhanceAccuracy: false })
    expect(misread.errors).toBeGreaterThan(0.5)
    const requested = await readPage('ru', small, { detectLanguage: false, language: 'rus' })
    expect(requested.errors).toBeLessThan(0.01)
  })

  test('includeConfidence: adds the confidence to each line and the overall confidence at the end', async () => {
    const { text, recognition } = await readPage('en', small, { ...asEnglish, includeConfidence: true })
    const lines = text
      .trim()
      .split('\n')
      .filter(line => line !== '')
    const overall = Number(/^Overall confidence: (\d+)%$/.exec(lines.at(-1) ?? '')?.[1])
    expect(Math.abs(overall - (recognition.confidence ?? 0))).toBeLessThan(0.6)
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^\[\d{1,3}%\] \S/)
  })
})

describe.concurrent('OCR of difficult pages', () => {
  const difficultPages = [
    ['an upside-down page', 'en', { ...small, quarterRotations: 2 }],
    ['two skewed columns', 'es', { columns: 2, skewDegrees: -3, dpi: 150, isCut: true }],
    ['a noisy page', 'fr', { ...small, dpi: 200, hasNoise: true }],
    ['a low-resolution page', 'it', { ...small, dpi: 90 }],
    ['a strongly skewed page', 'de', { ...small, skewDegrees: 11 }],
  ] as const
  // A sideways page is read above.
  test.each(isThorough ? difficultPages : difficultPages.slice(1, 3))(
    'recognizes %s',
    async (_, language, pageStyle) => {
      const { errors, recognition } = await readPage(language, pageStyle)
      expect(errors).toBeLessThan(0.01)
      expect(recognition.pages[0]?.languages).toEqual([ocrTexts[language].pack])
    },
  )

  test('corrects a letter that the first pass misreads', async () => {
    const requested = { detectLanguage: false, language: 'chi_sim' }
    expect((await readPage('zh', { dpi: 100, paragraphs: 3 }, requested)).errors).toBe(0)
  })

  test('recognizes light text on dark, and a page with a shadow and a black edge', async () => {
    const { data, info } = await sharp(await draw('pt', { ...small, dpi: 200 }))
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: 1 as const }
    const shadow = Buffer.from(data)
    for (const [at, value] of shadow.entries())
      shadow[at] = value * (0.4 + (0.55 * (at % info.width)) / info.width)
    for (let y = 0; y < info.height; y += 1) shadow.fill(5, y * info.width, y * info.width + 40)
    const photo = await sharp(shadow, { raw }).png().toBuffer()
    const dark = await sharp(data, { raw }).negate().png().toBuffer()
    const truth = truthOf(ocrTexts.pt, small)
    for (const input of everyNth(2, [dark, photo])) {
      const { text } = await harness.read({ input, from: 'png' })
      expect(characterErrors(truth, text)).toBeLessThan(0.01)
    }
  })
})

describe.concurrent('OCR by script', () => {
  test.each(partOf(['zh', 'ja', 'ko', 'ar', 'hi'], ['ja']))('detects and recognizes %s', async language => {
    const { errors, recognition } = await readPage(language, { ...small, dpi: 200 })
    expect(errors).toBeLessThan(0.03)
    expect(recognition.pages[0]?.languages).toEqual([ocrTexts[language].pack])
  })
})

describe('OCR of multi-page files', () => {
  test('detects the language of each TIFF page and reports progress inside of pages', async () => {
    const pages = await Promise.all((['en', 'de', 'ru'] as const).map(language => draw(language)))
    const input = await sharp(pages, { join: { animated: true } })
      .tiff({ compression: 'lzw' })
      .toBuffer()
    const percents: number[] = []
    const onProgress: OcrRun['onProgress'] = ({ percent, stage }) =>
      stage.startsWith('page ') && percents.push(percent)
    const { text, recognition } = await harness.read({ input, from: 'tiff', onProgress })
    expect(recognition.pages.map(({ languages }) => languages)).toEqual([['eng'], ['deu'], ['rus']])
    expect(recognition.languages).toContainEqual({ code: 'rus', name: 'Russian' })
    expect(text).not.toMatch(/%\]|confidence/)
    const truth = (['en', 'de', 'ru'] as const).map(language => truthOf(ocrTexts[language], small)).join(' ')
    expect(characterErrors(truth, text)).toBeLessThan(0.01)
    expect(new Set(percents.filter(percent => percent > 5 && percent < 33)).size).toBeGreaterThan(1)
    expect(percents.at(-1)).toBe(90)
    expect(percents).toEqual(percents.toSorted((one, other) => one - other))
  })

  test('uses the text layer of a PDF, recognizes scanned pages and keeps the original bytes', async () => {
    const page = await drawTextPage(ocrTexts.en, { ...small, skewDegrees: 2, quarterRotations: 1 })
    const { data, info } = await page.jpeg().toBuffer({ resolveWithObject: true })
    const scan = { jpeg: data, width: info.width, height: info.height, isGray: info.channels === 1, dpi: 150 }
    const input = drawMixedPdf('These words were typed, not scanned.', scan, 90)
    const { recognition, part, text } = await harness.read({ input, from: 'pdf', options: asEnglish })
    expect(recognition.pages.map(({ hasTextLayer }) => hasTextLayer)).toEqual([true, false])
    const truth = `These words were typed, not scanned. ${truthOf(ocrTexts.en, small)}`
    expect(characterErrors(truth, text)).toBeLessThan(0.01)
    const pdf = await part(recognitionParts.searchablePdf)
    expect(pdf.subarray(0, input.length).equals(input)).toBe(true)
    const document = await openDocument(new Uint8Array(pdf), { maxPages: 10, maxPixels: 1e8 })
    const words = (await document.page(2)).fragments
    expect(words.map(({ text }) => text).join(' ')).toContain('harbour office opens')
    expect(words.every(({ isInvisible }) => isInvisible)).toBe(true)
    await document.close()
    expect((await readDocx(await part(recognitionParts.docx))).text).toContain(
      'The harbour office opens at seven',
    )
  })

  test('requires the password of a protected PDF', async () => {
    const input = readFileSync(new URL('samples/pdf/locked.pdf', import.meta.url))
    await expect(harness.read({ input, from: 'pdf' })).rejects.toMatchObject({ code: 'password-needed' })
    await expect(harness.read({ input, from: 'pdf', password: 'no' })).rejects.toMatchObject({
      code: 'password-wrong',
    })
    const { text, part } = await harness.read({ input, from: 'pdf', password: 'lighthouse' })
    expect(text).toContain('The password was right.')
    const { text: searchable } = await harness.read({
      input: await part(recognitionParts.searchablePdf),
      from: 'pdf',
    })
    expect(searchable).toContain('The password was right.')
  })

  test('leaves nothing behind when a long scan is canceled', async () => {
    const page = await draw('en')
    const input = await sharp(
      Array.from({ length: 12 }, () => page),
      { join: { animated: true } },
    )
      .tiff({ compression: 'lzw' })
      .toBuffer()
    const abort = new AbortController()
    const onProgress: OcrRun['onProgress'] = ({ stage }) => stage.startsWith('page ') && abort.abort()
    await expect(
      harness.read({ input, from: 'tiff', signal: abort.signal, onProgress }),
    ).rejects.toMatchObject({
      code: 'cancelled',
    })
    await vi.waitFor(() => expect(processesBelow(process.pid, 'tesseract')).toEqual([]))
    expect(await harness.leftovers()).toEqual([])
  })
})

describe.concurrent('OCR additional outputs', () => {
  test('word boxes match the preview image, also for a skewed page', async () => {
    const pageStyle = { ...small, skewDegrees: 4 }
    const { recognition, part, text } = await readPage('en', pageStyle, asEnglish)
    const [page] = recognition.pages
    const image = await part(recognitionParts.page(1))
    const { width, height } = await sharp(image).metadata()
    expect(page).toMatchObject({ width, height, picture: 'page-1.jpg' })
    for (const word of page?.words.filter(({ text }) => text.length > 4) ?? []) {
      const [left, top] = [Math.floor(word.x), Math.floor(word.y)]
      const box = { left, top, width: Math.ceil(word.width), height: Math.ceil(word.height) }
      const { channels } = await sharp(await sharp(image).extract(box).toBuffer()).stats()
      // Some ink, but not a solid block: detects boxes over blank paper or over a rule.
      expect(channels[0]?.mean).toBeGreaterThan(100)
      expect(channels[0]?.mean).toBeLessThan(235)
    }
    expect(await checkDocxValidity(await part(recognitionParts.docx))).toEqual([])
    const hocr = (await part(recognitionParts.hocr)).toString()
    expect(() => readXml(hocr.replace(/<!DOCTYPE[^>]*>/, ''))).not.toThrow()
    expect(hocr.match(/class="ocrx_word"/g)).toHaveLength(page?.words.length ?? 0)
    const document = await openDocument(new Uint8Array(await part(recognitionParts.searchablePdf)), {
      maxPages: 1,
      maxPixels: 1e8,
    })
    const [first] = (await document.page(1)).fragments
    expect(first).toMatchObject({ text: 'The', angle: 4, isInvisible: true })
    await document.close()
    expect(text.startsWith('The harbour')).toBe(true)
  })

  test('columns are read one after the other in every output', async () => {
    const columns = { ...small, columns: 2 } as const
    const { part, text } = await readPage('en', columns, asEnglish)
    const truth = truthOf(ocrTexts.en, columns)
    const pdf = await part(recognitionParts.searchablePdf)
    const document = await openDocument(new Uint8Array(pdf), { maxPages: 1, maxPixels: 1e8 })
    const layer = (await document.page(1)).fragments.map(fragment => fragment.text).join(' ')
    await document.close()
    const outputs = {
      text,
      layer,
      docx: (await readDocx(await part(recognitionParts.docx))).text,
      markdown: (await part(recognitionParts.markdown)).toString(),
    }
    for (const [name, output] of Object.entries(outputs))
      expect([name, characterErrors(truth, output) < 0.03]).toEqual([name, true])
  })

  test('Arabic in the searchable PDF is in logical order', async () => {
    const requested = { detectLanguage: false, language: 'ara' }
    const { part } = await readPage('ar', { ...small, dpi: 200 }, requested)
    const { text } = await harness.read({ input: await part(recognitionParts.searchablePdf), from: 'pdf' })
    expect(characterErrors(truthOf(ocrTexts.ar, { paragraphs: 1 }), text)).toBeLessThan(0.03)
  })
})

describe.concurrent('OCR without text', () => {
  const blank = { create: { width: 1200, height: 900, channels: 3 as const, background: '#f4f1ea' } }

  test('returns an empty text and all outputs for a blank page', async () => {
    const { text, recognition, outcome } = await harness.read({
      input: await sharp(blank).png().toBuffer(),
      from: 'png',
    })
    expect(text).toBe('')
    expect(recognition).toMatchObject({ confidence: null, languages: [] })
    expect(outcome.parts?.map(({ name }) => name).sort()).toEqual(
      ['page-1.jpg', 'recognition.json', 'searchable.pdf', 'text.docx', 'text.hocr', 'text.md'].sort(),
    )
  })

  test('finds no words in a photo without text', async () => {
    const leaves = Array.from({ length: 90 }, (_, at) => {
      const [x, y, r] = [(at * 137) % 1200, (at * 211) % 900, 12 + ((at * 31) % 60)]
      return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r / 2}" transform="rotate(${at * 37} ${x} ${y})" fill="hsl(${90 + (at % 50)} 60% ${20 + (at % 40)}%)"/>`
    })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" viewBox="0 0 1200 900"><rect width="1200" height="900" fill="#cfe3f5"/>${leaves.join('')}</svg>`
    const { text } = await harness.read({
      input: await sharp(Buffer.from(svg)).jpeg().toBuffer(),
      from: 'jpg',
    })
    expect(text).toBe('')
  })

  test('reads what is left of a truncated image, with a warning', async () => {
    const input = await draw('en')
    const { text, outcome } = await harness.read({
      input: input.subarray(0, Math.floor(input.length * 0.8)),
      from: 'png',
      options: asEnglish,
    })
    expect(outcome.warnings).toEqual(['This image is damaged: parts of it could not be read.'])
    const [firstWord] = truthOf(ocrTexts.en, small).split(/\s+/)
    expect(text).toContain(firstWord)
  })

  test('rejects a damaged image and a language that is not installed', async () => {
    const damaged = harness.read({ input: Buffer.from('\x89PNG\r\n\x1a\n and no more'), from: 'png' })
    await expect(damaged).rejects.toMatchObject({
      code: 'file-damaged',
      message: expect.stringContaining('PNG'),
    })
    const input = await sharp(blank).png().toBuffer()
    const options = { detectLanguage: false, language: 'tlh' }
    await expect(harness.read({ input, from: 'png', options })).rejects.toMatchObject({
      code: 'language-not-installed',
    })
  })
})
