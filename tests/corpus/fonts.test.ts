/** Fonts into other containers and back: outlines, names and checksums stay; a browser loads the result. */
import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import type { FormatId } from '@filesmith/contract/formats'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { describeFont } from '@filesmith/engines/data/fonts/describe-font.fixture'
import { checksumOf, readFont, writeFont } from '@filesmith/engines/data/fonts/sfnt'
import { describe, expect, test } from 'vitest'
import { useDataEngine } from './support/data-harness.ts'

const convert = useDataEngine()
const run = promisify(execFile)
const ogham = '/usr/share/fonts/truetype/noto/NotoSansOgham-Regular.ttf'

const to = async (from: FormatId, target: FormatId, content: Uint8Array) =>
  (await convert({ ability: 'font-convert', from, to: target, content, options: { outputFormat: target } }))
    .bytes

/** A font with the same tables, and CFF outlines by its mark only: containers do not read outlines. */
async function postScriptFont(): Promise<Buffer> {
  const { font } = readFont(await readFile(ogham))
  const tables = font.tables.filter(({ tag }) => tag !== 'glyf' && tag !== 'loca')
  return writeFont({
    flavor: 0x4f54544f,
    tables: [...tables, { tag: 'CFF ', bytes: Buffer.from('outlines') }],
  })
}

describe('font-convert', () => {
  test('TTF to WOFF and back is the same file', async () => {
    const font = await readFile(ogham)
    const woff = await to('ttf', 'woff', font)
    expect(sniffFormat(woff)).toBe('woff')
    expect(woff.readUInt32BE(8)).toBe(woff.length)
    expect(woff.readUInt32BE(16)).toBe(font.length)
    expect(describeFont(woff)).toEqual(describeFont(font))
    expect(await to('woff', 'ttf', woff)).toEqual(font)
  })

  test('TTF to WOFF2 is smaller than WOFF, keeps outlines and names, and comes back with right checksums', async () => {
    const font = await readFile(ogham)
    const [woff, woff2] = [await to('ttf', 'woff', font), await to('ttf', 'woff2', font)]
    expect(sniffFormat(woff2)).toBe('woff2')
    expect(woff2.length).toBeLessThan(woff.length)
    const back = await to('woff2', 'ttf', woff2)
    expect(describeFont(back)).toEqual(describeFont(font))
    // The sum of the whole file is this number if every checksum in it is right.
    expect(checksumOf(back)).toBe(0xb1b0afba)
    await using folder = await mkdtempDisposable(join(tmpdir(), 'font-'))
    const path = join(folder.path, 'font.ttf')
    await writeFile(path, back)
    const { stdout } = await run('fc-scan', ['-f', '%{family} %{style} %{fontformat}', path])
    expect(stdout).toBe('Noto Sans Ogham Regular TrueType')
    expect(describeFont(await to('woff2', 'woff', woff2))).toEqual(describeFont(font))
  })

  test('a browser loads the WOFF2', async () => {
    const woff2 = await to('ttf', 'woff2', await readFile(ogham))
    await using folder = await mkdtempDisposable(join(tmpdir(), 'font-'))
    const page = join(folder.path, 'page.html')
    const source = `url(data:font/woff2;base64,${woff2.toString('base64')})`
    await writeFile(
      page,
      `<p id="a">?</p><script>new FontFace('Sample', '${source}').load().then(f => { a.textContent = 'loaded ' + f.family }, e => { a.textContent = 'refused ' + e })</script>`,
    )
    const { stdout } = await run('chromium-headless-shell', [
      ...['--no-sandbox', '--disable-gpu', '--virtual-time-budget=5000', '--dump-dom'],
      `file://${page}`,
    ])
    expect(stdout).toMatch(/<p id="a">loaded "?Sample"?<\/p>/)
  })

  test('PostScript outlines stay: OTF through WOFF and WOFF2, never TTF', async () => {
    const font = await postScriptFont()
    expect(sniffFormat(font)).toBe('otf')
    const woff = await to('otf', 'woff', font)
    expect(await to('woff', 'otf', woff)).toEqual(font)
    await expect(to('woff', 'ttf', woff)).rejects.toMatchObject({ code: 'font-outlines' })
    await expect(to('woff', 'otf', await to('ttf', 'woff', await readFile(ogham)))).rejects.toMatchObject({
      code: 'font-outlines',
    })
  })

  test('TTC gives its first font and says how many there are', async () => {
    const font = await readFile(ogham)
    const header = Buffer.alloc(20)
    header.write('ttcf')
    header.writeUInt32BE(0x00010000, 4)
    header.writeUInt32BE(2, 8)
    header.writeUInt32BE(header.length, 12)
    header.writeUInt32BE(header.length, 16)
    const moved = Buffer.from(font)
    for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16)
      moved.writeUInt32BE(font.readUInt32BE(at + 8) + header.length, at + 8)
    const collection = Buffer.concat([header, moved])
    expect(sniffFormat(collection)).toBe('ttc')
    const { bytes, notes } = await convert({
      ...{ ability: 'font-convert', from: 'ttc', to: 'ttf', content: collection },
      options: { outputFormat: 'ttf' },
    })
    expect(bytes).toEqual(font)
    expect(notes).toEqual(['The collection has 2 fonts; this is the first one.'])
  })
})

describe('font-convert: hostile fonts', () => {
  const bomb = () => {
    const packed = deflateSync(Buffer.alloc(50_000_000))
    const header = Buffer.alloc(64)
    header.write('wOFF')
    header.writeUInt32BE(0x00010000, 4)
    header.writeUInt16BE(1, 12)
    header.write('head', 44)
    header.writeUInt32BE(64, 48)
    header.writeUInt32BE(packed.length, 52)
    header.writeUInt32BE(packed.length + 1, 56)
    return Buffer.concat([header, packed])
  }
  const many = () => {
    const file = Buffer.alloc(12 + 16 * 4000 + 100)
    file.writeUInt32BE(0x00010000, 0)
    file.writeUInt16BE(65_535, 4)
    return file
  }

  test.each([
    ['woff', 'a table that unpacks to more than it declares', async () => bomb()],
    ['ttf', 'more tables than the file has', async () => many()],
    ['ttf', 'cut in half', async () => (await readFile(ogham)).subarray(0, 2500)],
    ['ttf', 'a table behind the end', async () => (await readFile(ogham)).fill(0xff, 20, 28)],
    [
      'ttc',
      'a font behind the end',
      async () => Buffer.from('ttcf\0\x01\0\0\0\0\0\x01\xff\xff\xff\xff', 'latin1'),
    ],
    ['woff2', 'declares four gigabytes', async () => Buffer.alloc(64, 'wOF2\xff\xff\xff\xff', 'latin1')],
    [
      'woff2',
      'random content',
      async () => Buffer.from(`wOF2\0\x01\0\0${'\0'.repeat(40)}${'x'.repeat(500)}`, 'latin1'),
    ],
    ['woff', 'only its mark', async () => Buffer.from('wOFF')],
  ] as const)('%s: %s is refused', async (from, _what, make) => {
    await expect(to(from, from === 'woff' ? 'woff2' : 'woff', await make())).rejects.toMatchObject({
      code: 'file-damaged',
    })
  })
})
