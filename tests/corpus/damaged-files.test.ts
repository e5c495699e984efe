/** Damaged files: what the engine reads of them is converted, with a note; strict conversions refuse them. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '@filesmith/contract/errors'
import { parseStoredOptions } from '@filesmith/contract/operations/parse-options'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { buildExecutionPlan } from '@filesmith/engines/build-execution-plan'
import type { EngineRuntime } from '@filesmith/engines/engine'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxUnderTest } from '../support/sandbox-under-test.ts'
import { everyNth, isThorough } from '../support/thorough.ts'
import {
  canEngineRead,
  type Damage,
  damages,
  makeSample,
  requestFor,
  sampleNames,
} from './support/damaged-files.ts'

const run = promisify(execFile)
let runtime: EngineRuntime
let folder: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-files-'))
  runtime = await createEngineRuntime({
    sandbox: sandboxUnderTest,
    helpersPerEngine: 1,
    disabledEngines: ['speech', 'translation', 'ocr', 'archive', 'gif'],
  })
})
afterAll(async () => {
  await runtime.close()
  await rm(folder, { recursive: true })
})

/** The notes of the result, or the code of the error. */
async function convert(file: Buffer, strict = false): Promise<readonly string[] | string> {
  const format = sniffFormat(file.subarray(0, sniffHeadBytes), file.subarray(-sniffHeadBytes))
  const request = format && requestFor(format)
  if (!request) return 'unrecognized'
  const { operation, to } = request
  const requested = parseStoredOptions(operation, { outputFormat: to, strict })
  const plan = buildExecutionPlan({ operation, from: format, requested, isAvailable: () => true })
  count += 1
  let inputPath = join(folder, `${count}-input`)
  await writeFile(inputPath, file)
  const notes: string[] = []
  try {
    for (const [index, step] of plan.steps.entries()) {
      const outputPath = join(folder, `${count}-${index}.${step.to}`)
      const { signal } = new AbortController()
      const given = { step, inputPath, outputPath, signal, onProgress: () => {}, name: 'file' }
      notes.push(...((await runtime.runStep({ ...given, isStrict: strict })).notes ?? []))
      inputPath = outputPath
    }
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  expect((await stat(inputPath)).size).toBeGreaterThan(0)
  return notes
}

const damageNames = Object.keys(damages) as Damage[]
const all = sampleNames.flatMap(name => damageNames.map(damage => ({ name, damage })))
/** Every fifth sample, with each kind of damage in turn. */
const sampled = isThorough
  ? all
  : sampleNames
      .filter((_, index) => index % 5 === 1)
      .map((name, index) => ({ name, damage: damageNames[index % 3] ?? 'cut at 60 %' }))

test.each(sampled)(
  '$name, $damage: converted if the engine reads it, refused otherwise',
  async ({ name, damage }) => {
    const file = damages[damage](await makeSample(name))
    const format = sniffFormat(file.subarray(0, sniffHeadBytes), file.subarray(-sniffHeadBytes))
    const isReadable = format === undefined ? false : await canEngineRead(format, file)
    const outcome = await convert(file)
    // LibreOffice alone is not asked: its documents have their own tests below.
    if (isReadable === undefined) return
    // libvips does not read an AVIF that ends early; libheif does once its end is filled.
    const isExpected = isReadable || (format === 'avif' && damage === 'cut at 60 %')
    expect([outcome, Array.isArray(outcome)]).toEqual([outcome, isExpected])
  },
)

describe('truncated files say how much was read', () => {
  test.each(
    everyNth(2, [
      ['faststart.mp4', /^The file ends early: 3\.\d of 6\.\d seconds could be read\.$/],
      ['clip.mkv', /^The file ends early: 3\.\d of 6\.\d seconds could be read\.$/],
      ['sound.wav', /^The file ends early: 3\.6 of 6\.0 seconds could be read\.$/],
      ['sound.mp3', /^The file ends early: 3\.\d of 6\.\d seconds could be read\.$/],
      ['sound.opus', /^The file ends early: \d\.\d seconds could be read\.$/],
      ['baseline.jpg', /^This image is damaged: parts of it could not be read\.$/],
      ['image.webp', /^This image is damaged: parts of it could not be read\.$/],
      ['lossless.webp', /^This image is damaged: parts of it could not be read\.$/],
      ['index-first.tiff', /^This image is damaged: parts of it could not be read\.$/],
      ['image.avif', /^This image is damaged: parts of it could not be read\.$/],
      ['report.docx', /^The document is damaged: parts of it could not be read\.$/],
      ['report.rtf', /^The document is damaged: parts of it could not be read\.$/],
    ]),
  )('%s', async (name, note) => {
    const file = damages['cut at 60 %'](await makeSample(name))
    expect(await convert(file)).toEqual([expect.stringMatching(note)])
  })
})

test.each(['interlaced.png', 'image.tiff'])(
  '%s: a truncated one is refused, since libvips alone reads nothing of it',
  async name => {
    const file = damages['cut at 60 %'](await makeSample(name))
    expect(await canEngineRead('png', file)).toBe(false)
    expect(await convert(file)).toBe('file-damaged')
  },
)

test('heic: converted as far as it goes, unless nothing of the image is left', async () => {
  const heic = await readFile(new URL('samples/flag.heic', import.meta.url))
  const data = heic.indexOf('mdat') + 4
  expect(await convert(heic.subarray(0, data + Math.floor((heic.length - data) * 0.9)))).toEqual([
    'This image is damaged: parts of it could not be read.',
  ])
  expect(await convert(heic.subarray(0, data))).toBe('file-damaged')
})

test.runIf(isThorough)(
  'doc: a truncated one is refused, since LibreOffice alone reads nothing of it',
  async () => {
    const text = join(folder, 'words.html')
    await writeFile(text, await makeSample('report.html'))
    const office = (to: string, path: string) =>
      run('/usr/bin/soffice', [
        `-env:UserInstallation=file://${folder}/office`,
        '--headless',
        '--convert-to',
        to,
        '--outdir',
        folder,
        path,
      ])
    await office('doc:MS Word 97', text)
    const intact = await readFile(join(folder, 'words.doc'))
    expect(await convert(intact)).toEqual([])
    const cut = damages['cut at 60 %'](intact)
    await writeFile(join(folder, 'cut.doc'), cut)
    await office('txt:Text', join(folder, 'cut.doc')).catch(() => undefined)
    expect(existsSync(join(folder, 'cut.txt'))).toBe(false)
    expect(await convert(cut)).toBe('file-damaged')
  },
)

test('strict refuses a truncated file and accepts an intact one', async () => {
  const intact = await makeSample('sound.wav')
  expect(await convert(intact, true)).toEqual([])
  expect(await convert(damages['cut at 60 %'](intact), true)).toBe('file-incomplete')
  const image = await makeSample('baseline.jpg')
  expect(await convert(image, true)).toEqual([])
  expect(await convert(damages['cut at 60 %'](image), true)).toBe('file-incomplete')
})

test('wav: a data size of zero or all ones means until the end, without a note', async () => {
  const wav = await makeSample('sound.wav')
  const at = wav.indexOf('data') + 4
  for (const size of [0, 0xffff_ffff]) {
    const file = Buffer.from(wav)
    file.writeUInt32LE(size, at)
    expect(await convert(file)).toEqual([])
  }
  const beyond = Buffer.from(wav)
  beyond.writeUInt32LE(2 * wav.length, at)
  expect(await convert(beyond)).toEqual(['The file ends early: 6.0 of 12.0 seconds could be read.'])
})

test('avi: converted without its index', async () => {
  const avi = await makeSample('clip.avi')
  expect(await convert(avi.subarray(0, avi.lastIndexOf('idx1')))).toEqual([])
})

test('opus: the last page says more than there is', async () => {
  const opus = await makeSample('sound.opus')
  const page = opus.lastIndexOf('OggS')
  opus.writeBigInt64LE(opus.readBigInt64LE(page + 6) + 48_000n * 5n, page + 6)
  opus.writeUInt32LE(0, page + 22)
  opus.writeUInt32LE(oggChecksum(opus.subarray(page)), page + 22)
  expect(await convert(opus)).toEqual(['The file ends early: 6.0 of 11.0 seconds could be read.'])
})

function oggChecksum(page: Buffer): number {
  let value = 0
  for (const byte of page) {
    value ^= byte << 24
    for (let bit = 0; bit < 8; bit++) value = value & 0x8000_0000 ? (value << 1) ^ 0x04c1_1db7 : value << 1
  }
  return value >>> 0
}

test('mp3: found behind more zeros than are sniffed', async () => {
  const mp3 = await makeSample('sound.mp3')
  expect(await convert(Buffer.concat([Buffer.alloc(100_000), mp3]))).toEqual(expect.any(Array))
})

test('flac: 32 bits per sample are named, or decoded by a newer ffmpeg', async () => {
  const streamInfo = Buffer.alloc(34)
  streamInfo.writeUInt16BE(4096, 0)
  streamInfo.writeUInt16BE(4096, 2)
  // 44,100 Hz, one channel, 32 bits, 4096 samples.
  Buffer.from('0ac441f000001000', 'hex').copy(streamInfo, 10)
  const frame = Buffer.concat([Buffer.from('fff8c90e00', 'hex'), Buffer.alloc(1), Buffer.from([2])])
  const file = Buffer.concat([
    Buffer.from('fLaC'),
    Buffer.from('80000022', 'hex'),
    streamInfo,
    frame,
    Buffer.alloc(4096 * 4 + 2),
  ])
  expect(await convert(file)).toBe('unsupported-sample-size')
})

test('pdf: a page that fails does not take the others with it', async () => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 9 0 R 3 0 R]/Count 3>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('')
  const file = Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size 10>>\nstartxref\n0\n%%EOF`)
  expect(await convert(file)).toEqual(['Page 2 could not be read.'])
})
