/** Vector drawings to SVG, PDF and PNG on the real, sandboxed engines; results are read back by other programs. */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { engineIds } from '@filesmith/engines/registry'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isThorough } from '../support/thorough.ts'
import { type Converter, startConverter } from './support/converter.ts'
import {
  drawnSvg,
  writeDrawnEps,
  writeDrawnPdf,
  writeDrawnPs,
  writeDxf,
  writeEmf,
  writeOdg,
  writeWmf,
} from './support/drawings.ts'
import { processesBelow } from './support/processes-below.ts'
import { writeCdr } from './support/write-cdr.ts'

let converter: Converter

beforeAll(async () => {
  const isNeeded = (engine: string) => ['drawing', 'libreoffice', 'sharp'].includes(engine)
  converter = await startConverter({ disabledEngines: engineIds.filter(engine => !isNeeded(engine)) })
}, 60_000)

afterAll(() => converter.close())

function convert(input: Buffer | string, from: FormatId, to: FormatId) {
  return converter.processImage({ operation: 'convert-drawing', input, from, to })
}

/** Drawn by poppler, or by librsvg for an SVG. */
async function pixelsOf(path: string, format: FormatId) {
  const image =
    format === 'pdf'
      ? sharp(
          execFileSync('pdftocairo', ['-png', '-r', '96', '-singlefile', path, '-'], { maxBuffer: 2 ** 27 }),
        )
      : sharp(await readFile(path))
  const { data, info } = await image
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const offset = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
    return [...data.subarray(offset, offset + 3)]
  }
  return { width: info.width, height: info.height, data, at }
}

const red = [255, 0, 0]
const blue = [0, 0, 255]
const white = [255, 255, 255]

/** A sample of LibreOffice's pairs by default. */
const squares: readonly (readonly [from: FormatId, to: FormatId, input: Buffer])[] = [
  ['emf', 'svg', writeEmf()],
  ['wmf', 'pdf', writeWmf()],
  ['ai', 'svg', writeDrawnPdf()],
  ['ai', 'pdf', writeDrawnPdf()],
  ['ai', 'png', writeDrawnPdf()],
  ['ai', 'pdf', writeDrawnEps()],
  ['eps', 'svg', writeDrawnEps()],
  ['eps', 'pdf', writeDrawnEps()],
  ['ps', 'pdf', writeDrawnPs()],
  ['ps', 'png', writeDrawnPs(2)],
]
const otherSquares: typeof squares = [
  ['emf', 'pdf', writeEmf()],
  ['emf', 'png', writeEmf()],
  ['wmf', 'svg', writeWmf()],
  ['wmf', 'png', writeWmf()],
]

test.each(isThorough ? [...squares, ...otherSquares] : squares)(
  'convert-drawing: %s to %s shows both squares, cropped to the drawing',
  async (from, to, input) => {
    const { path } = await convert(input, from, to)
    expect(sniffFormat(await readFile(path))).toBe(to)
    const { width, height, at } = await pixelsOf(path, to)
    expect(Math.abs(width / height - 2)).toBeLessThan(0.1)
    expect([at(0.25, 0.5), at(0.75, 0.5)]).toEqual([red, blue])
  },
)

test.each(isThorough ? (['png', 'svg', 'pdf'] as const) : (['png'] as const))(
  'convert-drawing: dxf to %s shows its lines',
  async to => {
    const { path } = await convert(writeDxf(), 'dxf', to)
    const { width, height, data } = await pixelsOf(path, to)
    expect(Math.abs(width / height - 1)).toBeLessThan(0.1)
    const dark = data.filter(value => value < 130).length / data.length
    expect(dark).toBeGreaterThan(0.001)
    expect(dark).toBeLessThan(0.2)
  },
)

test('convert-drawing: cdr keeps the size of its pages, the place and color of shapes, and its text', async () => {
  const input = writeCdr([{ at: [-1000, -500], text: 'Harbor plan' }, { at: [500, 250] }])
  expect(sniffFormat(input)).toBe('cdr')
  const { path } = await convert(input, 'cdr', 'pdf')
  const textOf = (page: string) =>
    execFileSync('pdftotext', ['-f', page, '-l', page, path, '-'], { encoding: 'utf8' }).trim()
  expect([textOf('1'), textOf('2')]).toEqual(['Harbor plan', ''])
  const { width, height, at } = await pixelsOf(path, 'pdf')
  // 4 by 3 inches.
  expect([width, height]).toEqual([384, 288])
  // 1 inch wide and high.
  expect([at(0.27, 0.36), at(0.48, 0.64)]).toEqual([red, red])
  expect([at(0.22, 0.5), at(0.53, 0.5), at(0.37, 0.7)]).toEqual([white, white, white])
  const drawings = await convert(input, 'cdr', 'svg')
  expect(drawings).toMatchObject({ format: 'zip', pages: 2 })
})

test('convert-drawing: LibreOffice draws one file after the other, also after a damaged one', async () => {
  const drawnBy = () => processesBelow(process.pid, 'soffice.bin').toSorted()
  await convert(writeEmf(), 'emf', 'svg')
  const before = drawnBy()
  await convert(writeEmf().subarray(0, 100), 'emf', 'svg').catch(() => {})
  const { path } = await convert(writeWmf(), 'wmf', 'svg')
  expect((await pixelsOf(path, 'svg')).at(0.25, 0.5)).toEqual(red)
  expect(before.length).toBeGreaterThan(0)
  expect(drawnBy()).toEqual(before)
})

test('convert-drawing: an SVG stays vectors and text in its PDF', async () => {
  const { path } = await convert(drawnSvg, 'svg', 'pdf')
  const { at } = await pixelsOf(path, 'pdf')
  expect([at(0.25, 0.1), at(0.75, 0.1)]).toEqual([red, blue])
  expect(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }).trim()).toBe('Harbor')
  expect(execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' }).trim().split('\n')).toHaveLength(2)
  expect(execFileSync('pdffonts', [path], { encoding: 'utf8' })).toMatch(/LiberationSans.+ yes /)
})

test('convert-drawing: a PDF page becomes an SVG without links and scripts', async () => {
  const { path } = await convert(writeDrawnPdf(), 'pdf', 'svg')
  const { at } = await pixelsOf(path, 'svg')
  expect([at(0.25, 0.5), at(0.75, 0.5)]).toEqual([red, blue])
  expect(await readFile(path, 'utf8')).not.toMatch(/<script|example\.com|<image/)
})

test('convert-drawing: PostScript pages become numbered SVG files, or the pages of one PDF', async () => {
  expect(await convert(writeDrawnPs(3), 'ps', 'svg')).toMatchObject({ format: 'zip', pages: 3 })
  const { path } = await convert(writeDrawnPs(3), 'ps', 'pdf')
  expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/^Pages:\s+3$/m)
})

test('convert-image: an EPS file without an image is drawn', async () => {
  const { path } = await converter.processImage({
    operation: 'convert-image',
    input: writeDrawnEps(),
    from: 'eps',
    to: 'png',
  })
  const { width, height, at } = await pixelsOf(path, 'png')
  expect([width, height]).toEqual([267, 133])
  expect([at(0.25, 0.5), at(0.75, 0.5)]).toEqual([red, blue])
})

test.each(['-level2', '-level3'])(
  'convert-drawing: an EPS by poppler (%s) looks like its PDF, with its fonts',
  async level => {
    const { path: pdf } = await convert(drawnSvg, 'svg', 'pdf')
    const eps = execFileSync('pdftops', ['-eps', level, pdf, '-'])
    const { path } = await convert(eps, 'eps', 'pdf')
    const [original, drawn] = [await pixelsOf(pdf, 'pdf'), await pixelsOf(path, 'pdf')]
    // Without the margins that poppler cuts off, both have the colors at the same places.
    expect([drawn.at(0.25, 0.1), drawn.at(0.75, 0.1)]).toEqual([
      original.at(0.25, 0.1),
      original.at(0.75, 0.1),
    ])
    const ink = ({ data }: { data: Buffer }) => data.filter(sample => sample < 100).length / data.length
    expect(Math.abs(ink(drawn) - ink(original))).toBeLessThan(0.003)
  },
)

test('convert-drawing: what a PostScript program has drawn before its error is kept, with a warning', async () => {
  const { path, notes } = await convert(writeDrawnEps('1 0 div'), 'eps', 'svg')
  expect((await pixelsOf(path, 'svg')).at(0.75, 0.5)).toEqual(blue)
  expect(notes).toEqual(['This file is damaged: parts of its drawing are missing.'])
})

test.each([
  ['draws nothing', '(a) 1 add'],
  ['opens a file', '(/etc/passwd) (r) file pop'],
  ['never ends', '{} loop'],
  ['fills the memory', '{1000000 array} loop'],
  ['calls itself without end', '/f { f 1 } def f'],
])('convert-drawing: a PostScript program that %s is refused', async (_name, program) => {
  await expect(convert(`%!PS-Adobe-3.0\n${program}\n`, 'ps', 'svg')).rejects.toMatchObject({
    code: 'postscript-program',
  })
  expect(await converter.leftovers()).toEqual([])
})

test('convert-drawing: several pages become numbered SVG files', async () => {
  const result = await convert(writeDrawnPdf(3), 'pdf', 'svg')
  expect(result).toMatchObject({ format: 'zip', pages: 3 })
  const names = execFileSync('bsdtar', ['-tf', result.path], { encoding: 'utf8' }).trim().split('\n')
  expect(names).toHaveLength(3)
  expect(names.every(name => name.endsWith('.svg'))).toBe(true)
})

test('convert-drawing: of several pages the first becomes a PNG', async () => {
  const { path } = await convert(writeDrawnPdf(2), 'ai', 'png')
  expect((await pixelsOf(path, 'png')).at(0.25, 0.5)).toEqual(red)
})

test('convert-drawing: of several pages of an ODG file the first becomes a PNG, with a note', async () => {
  const result = await convert(writeOdg(['Pier', 'Crane']), 'odg', 'png')
  expect(sniffFormat(await readFile(result.path))).toBe('png')
  expect(result.notes).toEqual(['This file has several pages; the first one was used.'])
})

describe('convert-drawing: hostile files', () => {
  const codeOf = async (input: Buffer | string, from: FormatId, to: FormatId = 'svg') =>
    convert(input, from, to).then(
      () => 'converted',
      error => error.code,
    )

  const wrongSizes = [
    ['emf', writeEmf({ records: 0x7fff_ffff })],
    ['ai', Buffer.from('%PDF-1.4\ntrailer<</Root 1 0 R>>')],
    ['cdr', Buffer.from('RIFF\xff\xff\xff\x7fCDR9vrsn\x02\0\0\0\x84\x03LIST\xff\xff\xff\x7f', 'latin1')],
    ['emf', writeEmf().subarray(0, 100)],
    ['wmf', writeWmf().subarray(0, 40)],
    ['dxf', '0\nSECTION\n2\nENTITIES\n0\nINSERT\n2\nA\n0\nENDSEC\n0\nEOF\n'],
  ] as const

  test.each(isThorough ? wrongSizes : wrongSizes.slice(0, 3))(
    '%s with wrong sizes ends with a result or as damaged',
    async (from, input) => {
      expect(await codeOf(input, from)).toMatch(/^(?:converted|file-damaged|unsupported-variant)$/)
    },
  )

  test('a protected PDF asks for its password', async () => {
    const plain = (await convert(writeDrawnPdf(), 'ai', 'pdf')).path
    execFileSync('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', plain, `${plain}.locked`])
    expect(await codeOf(await readFile(`${plain}.locked`), 'pdf')).toBe('password-needed')
  })

  test('an SVG does not show other files in its PDF', async () => {
    const svg = `<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90"><text y="20">&f;</text><image xlink:href="file:///etc/passwd" width="9" height="9"/><rect width="9" height="9"/></svg>`
    const result = await convert(svg, 'svg', 'pdf').catch(() => undefined)
    const text = result ? execFileSync('pdftotext', [result.path, '-'], { encoding: 'utf8' }) : ''
    expect(text).not.toContain('root')
  })
})
