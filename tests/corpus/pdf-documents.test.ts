/** Conversion of PDFs with known structure on the real sandboxed engine. */
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveEngine, StepOutcome } from '@filesmith/engines/engine'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { partOf } from '../support/thorough.ts'
import type { Structure } from './make-samples/expected-structure.ts'
import { checkDocxValidity } from './support/check-docx-validity.ts'
import { readDocx } from './support/docx-structure.ts'
import { wordsInOrder } from './support/measure-structure.ts'

const samples = new URL('samples/pdf/', import.meta.url)
const names = [
  'prose',
  'columns',
  'lists',
  'table-ruled',
  'table-plain',
  'running',
  'notes-links',
  'images',
  'drawings',
  'scripts',
  'landscape',
] as const

let engine: LiveEngine
let folder: string
let runs = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-corpus-'))
  const sandbox = await createSandbox('required', () => {})
  engine = await engines.pdf.start({ ...defaultEngineSettings, helpersPerEngine: 2 }, sandbox)
}, 60_000)

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

type Target = 'docx' | 'txt' | 'html' | 'jpg' | 'png'

interface Conversion {
  readonly bytes: Buffer
  readonly outcome: StepOutcome
}

async function convert(
  input: string | Buffer,
  to: Target,
  extra: { quality?: string; dpi?: number; password?: string } = {},
): Promise<Conversion> {
  runs += 1
  const { quality, dpi, ...rest } = extra
  const inputPath = join(folder, `${runs}-input.pdf`)
  await writeFile(
    inputPath,
    typeof input === 'string' ? readFileSync(new URL(`${input}.pdf`, samples)) : input,
  )
  const outputPath = join(folder, `${runs}-document.${to}`)
  const ability = to === 'jpg' || to === 'png' ? 'pdf-to-pictures' : 'pdf-to-document'
  const outcome = await engine.runStep({
    step: { ability, from: 'pdf', to, options: { ...(quality && { quality }), ...(dpi && { dpi }) } },
    inputPath,
    outputPath,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...rest,
  })
  return { bytes: await readFile(outputPath), outcome }
}

const conversions = new Map<string, Promise<Conversion>>()

/** Converted once and shared by several tests. */
function docxOf(name: string): Promise<Conversion> {
  const conversion = conversions.get(name) ?? convert(name, 'docx')
  conversions.set(name, conversion)
  return conversion
}

function expected(name: string): Structure {
  return JSON.parse(readFileSync(new URL(`${name}.json`, samples), 'utf8')) as Structure
}

describe('PDF-07 to docx', () => {
  test.each(names)('%s keeps its text and structure', async name => {
    const structure = expected(name)
    const { bytes } = await docxOf(name)
    expect(await checkDocxValidity(bytes)).toEqual([])
    const found = await readDocx(bytes)
    expect(wordsInOrder(structure.text, found.text)).toBeGreaterThan(0.995)
    expect(found.headings).toEqual(structure.headings)
    expect(found.items).toEqual(structure.items)
    expect(found.tables).toEqual(structure.tables)
    expect(found.images).toBe(structure.images)
    expect(found.links).toEqual(structure.links)
    expect(found.notes).toBe(structure.notes)
  })

  test('writes columns as a section with columns', async () => {
    const { columns } = await readDocx((await docxOf('columns')).bytes)
    expect(columns).toContain(2)
  })

  test('writes headers and footers once, with page number fields', async () => {
    const { headers, footers, text } = await readDocx((await docxOf('running')).bytes)
    expect(headers).toContain('Handbook of the Harbour Office')
    expect(footers).toMatch(/PAGE/)
    expect(footers).toMatch(/NUMPAGES/)
    expect(text).not.toContain('Handbook of the Harbour Office')
  })

  test('writes footnotes as footnotes', async () => {
    const { noteTexts, text } = await readDocx((await docxOf('notes-links')).bytes)
    expect(noteTexts).toContain('The exact day is disputed by two historians.')
    expect(text).not.toContain('disputed')
  })

  test('moves chart labels from the text into the image of the chart', async () => {
    const { text } = await readDocx((await docxOf('drawings')).bytes)
    expect(text).not.toMatch(/Bicycles|Pier|J1/)
    expect((await convert('drawings', 'txt')).bytes.toString()).toContain('Bicycles')
  })

  test('marks Arabic text as right-to-left', async () => {
    expect((await readDocx((await docxOf('scripts')).bytes)).isRightToLeft).toBe(true)
  })
})

describe('PDF-07 to txt and html', () => {
  test.each(['prose', 'columns', 'lists', 'scripts'])('%s is in reading order', async name => {
    const structure = expected(name)
    const text = (await convert(name, 'txt')).bytes.toString()
    expect(wordsInOrder(structure.text, text)).toBeGreaterThan(0.995)
  })

  test('writes one line per paragraph and aligns tables', async () => {
    const lines = (await convert('table-plain', 'txt')).bytes.toString().split('\n')
    expect(lines).toContain('All fares are per person and include luggage.')
    const rows = lines.filter(line => /\d\.\d\d/.test(line))
    expect(new Set(rows.map(row => row.search(/\d+\.\d\d/))).size).toBe(1)
  })

  test('writes self-contained HTML with semantic tags and embedded images', async () => {
    const lists = (await convert('lists', 'html')).bytes.toString()
    expect(lists).toContain('<h1>Before You Leave</h1>')
    expect(lists.match(/<ul>/g)).toHaveLength(2)
    expect(lists.match(/<ol( type="a")?>/g)).toHaveLength(2)
    const table = (await convert('table-ruled', 'html')).bytes.toString()
    expect(table).toContain('<td colspan="4">')
    expect(table).toContain('<td rowspan="2">')
    const image = (await convert('images', 'html')).bytes.toString()
    expect(image).toMatch(/<img src="data:image\/(png|jpeg);base64,/)
    expect(image).not.toMatch(/(src|href)="(?!data:|#|https:\/\/example\.org)/)
  })
})

describe('PDF-07 to images', () => {
  test.each(['jpg', 'png'] as const)(
    'writes one page as one %s in the resolution of the quality',
    async to => {
      const { bytes, outcome } = await convert('table-ruled', to, { quality: 'low' })
      expect(outcome.format).toBeUndefined()
      const { format, width, height } = await sharp(bytes).metadata()
      expect(format).toBe(to === 'jpg' ? 'jpeg' : 'png')
      expect(width).toBeCloseTo((21 / 2.54) * 110, -1)
      expect(height).toBeCloseTo((29.7 / 2.54) * 110, -1)
      const { channels } = await sharp(bytes).stats()
      expect(channels[0]?.min).toBeLessThan(80)
      expect(channels[0]?.mean).toBeGreaterThan(230)
    },
  )

  test('renders in the given resolution', async () => {
    const { bytes } = await convert('table-ruled', 'png', { dpi: 36 })
    const { width, density } = await sharp(bytes).metadata()
    expect(width).toBeCloseTo((21 / 2.54) * 36, -1)
    expect(density).toBe(36)
  })

  test('keeps colors', async () => {
    const { bytes } = await convert('images', 'png', { quality: 'low' })
    const { dominant } = await sharp(
      await sharp(bytes).extract({ left: 110, top: 230, width: 20, height: 60 }).toBuffer(),
    ).stats()
    expect(dominant.b).toBeGreaterThan(dominant.r + 60)
  })

  test('writes several pages as a ZIP archive', async () => {
    const { bytes, outcome } = await convert('running', 'jpg', { quality: 'low' })
    expect(outcome.format).toBe('zip')
    expect(await zipNames(bytes)).toEqual(
      [1, 2, 3, 4, 5].map(page => expect.stringMatching(new RegExp(`-page-0${page}\\.jpg$`))),
    )
  })
})

describe('PDF conversion: protected, damaged and scanned files', () => {
  test.each(['docx', 'png'] as const)('requires the password of a protected PDF to %s', async to => {
    await expect(convert('locked', to)).rejects.toMatchObject({ code: 'password-needed' })
    await expect(convert('locked', to, { password: 'wrong' })).rejects.toMatchObject({
      code: 'password-wrong',
    })
    const { bytes } = await convert('locked', to, { password: 'lighthouse' })
    if (to === 'docx') expect((await readDocx(bytes)).text).toContain('The password was right.')
    else expect((await sharp(bytes).metadata()).format).toBe('png')
  })

  test.each(['docx', 'jpg'] as const)('rejects a damaged PDF to %s with the format name', async to => {
    await expect(convert(Buffer.from('%PDF-1.7\nnothing of use'), to)).rejects.toMatchObject({
      code: 'file-damaged',
      message: expect.stringContaining('PDF'),
    })
  })

  test.each(partOf([0, 2], [2]))('recognizes a scan skewed by %s degrees as flowing text', async degrees => {
    const scan = await scannedPage(scannedText, degrees)
    const { bytes, outcome } = await convert(scan, 'docx')
    const { text, images } = await readDocx(bytes)
    expect(wordsInOrder(scannedText.join(' '), text)).toBeGreaterThan(0.97)
    expect(images).toBe(0)
    expect(outcome.notes).toBeUndefined()
    expect((await readdir(folder)).filter(name => name.includes('scans'))).toEqual([])
  })

  test('keeps a scan without text as an image and adds a note', async () => {
    const { bytes, outcome } = await convert(await scannedPage([]), 'docx')
    expect((await readDocx(bytes)).images).toBe(1)
    expect(outcome.notes?.[0]).toContain('Page 1 is a scan')
  })

  test('leaves nothing behind when canceled', async () => {
    const inputPath = join(folder, 'canceled.pdf')
    await writeFile(inputPath, readFileSync(new URL('running.pdf', samples)))
    const abort = new AbortController()
    const work = engine.runStep({
      step: { ability: 'pdf-to-pictures', from: 'pdf', to: 'png', options: {} },
      inputPath,
      outputPath: join(folder, 'canceled.zip'),
      signal: abort.signal,
      onProgress: ({ stage }) => stage === 'page' && abort.abort(),
    })
    await expect(work).rejects.toMatchObject({ code: 'cancelled' })
    expect((await readdir(folder)).filter(name => name.startsWith('canceled'))).toEqual(['canceled.pdf'])
  })
})

const scannedText = [
  'Minutes of the meeting',
  'The committee met on Tuesday at nine in the morning',
  'and agreed that the bridge shall be painted green.',
  'Nobody spoke against it, and the paint was ordered',
  'from the shop at the corner of Station Road.',
]

/** A PDF as written by a scanner: one page with one image and no text. */
async function scannedPage(lines: readonly string[], degrees = 0): Promise<Buffer> {
  const { writePdf } = await import('@filesmith/engines/sharp/write-pdf')
  const text = lines.map((line, index) => `<text x="180" y="${260 + index * 50}">${line}</text>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754">
    <rect width="1240" height="1754" fill="#f4f1ea"/>
    <g transform="rotate(${degrees} 620 877)" font-family="Liberation Serif" font-size="32" fill="#222">${text}</g>
  </svg>`
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer()
  return writePdf([{ jpeg, width: 1240, height: 1754, isGray: false, widthPoints: 595, heightPoints: 842 }])
}

function zipNames(zip: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, (error, file) => {
      if (error) return reject(error)
      const found: string[] = []
      file.on('entry', entry => found.push(entry.fileName))
      file.on('error', reject)
      file.on('end', () => resolve(found))
    })
  })
}
