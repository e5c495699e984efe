/**
 * Compares the image editor in Chromium with the server for the same settings. Goal: mean difference of at most 1.5
 * of 255.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FormatId } from '@filesmith/contract/formats'
import { defaultImageEdit, type ImageEdit } from '@filesmith/contract/image-edit/settings'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { toSharp } from '../tests/corpus/support/compare-images.ts'
import { type Converter, startConverter } from '../tests/corpus/support/converter.ts'
import { drawCutFlag, drawPhoto } from '../tests/corpus/support/images.ts'
import type { Bench, BenchRow } from './bench.ts'
import { openEditorPage } from './support/editor-page.ts'
import { startMeasuredServer } from './support/measured-server.ts'
import { median } from './support/median.ts'

const assets = fileURLToPath(new URL('../packages/web/dist/assets/', import.meta.url))

const cases: Readonly<Record<string, Partial<ImageEdit>>> = {
  unchanged: {},
  'light and colors': { brightness: 130, contrast: 80, saturation: 160 },
  filter: { filter: 'vintage' },
  'hard filter': { filter: 'dramatic', contrast: 140 },
  'rotated and flipped': { rotate: 90, flipHorizontal: true },
  'odd angle': { rotate: 17 },
  cropped: { cropX: 12.5, cropY: 20, cropWidth: 60, cropHeight: 55 },
  smaller: { resizeWidth: 150 },
  larger: { resizeWidth: 900 },
  'slight blur': { blur: 2 },
  'wide blur': { blur: 10 },
  'all together': {
    ...{ brightness: 115, contrast: 110, saturation: 70, filter: 'sepia', blur: 3, rotate: 250 },
    ...{ flipVertical: true, cropX: 10, cropY: 15, cropWidth: 70, cropHeight: 70, resizeWidth: 300 },
  },
}

/** Folder of further images for a manual run. */
const folder = process.env.BENCH_IMAGES

export const bench: Bench = {
  name: 'image-edit-likeness',
  async run() {
    const server = await startMeasuredServer()
    const editor = await openEditorPage(server.baseUrl)
    const converter = await startConverter()
    try {
      return await compare(editor.page, converter, await images())
    } finally {
      await converter.close()
      await editor.close()
      await server.stop()
    }
  },
}

interface Sample {
  readonly name: string
  readonly bytes: Buffer
}

async function images(): Promise<Sample[]> {
  const photo = toSharp(drawPhoto(640, 420))
  const drawn = [
    { name: 'photo.jpg', bytes: await photo.clone().jpeg({ quality: 92 }).toBuffer() },
    { name: 'photo.png', bytes: await photo.clone().png().toBuffer() },
    { name: 'cut.png', bytes: await toSharp(drawCutFlag()).resize(400).png().toBuffer() },
  ]
  if (!folder) return drawn
  const names = await readdir(folder)
  const samples = await Promise.all(
    names.map(async name => ({ name, bytes: await readFile(join(folder, name)) })),
  )
  return [...drawn, ...samples]
}

async function compare(page: Page, converter: Converter, samples: readonly Sample[]): Promise<BenchRow[]> {
  const workerName = (await readdir(assets)).find(name => /^image-worker-.*\.js$/.test(name))
  const differences = new Map(Object.keys(cases).map(name => [name, [] as number[]]))
  let highest = { value: 0, of: '' }
  let readByBoth = 0
  for (const { name, bytes } of samples) {
    const from = sniffFormat(bytes)
    if (from === undefined) continue
    let isRead = false
    for (const [what, change] of Object.entries(cases)) {
      const edit = { ...defaultImageEdit, ...change }
      const browserResult = await inBrowser(page, `/assets/${workerName}`, bytes, edit)
      const serverResult = browserResult && (await onServer(converter, bytes, from, edit))
      if (!browserResult || !serverResult) break
      isRead = true
      const difference = await meanDifference(browserResult, serverResult)
      if (difference > 1.5) console.log(`${name}, ${what}: ${difference.toFixed(2)}`)
      differences.get(what)?.push(difference)
      if (difference > highest.value) highest = { value: difference, of: `${name}, ${what}` }
    }
    if (isRead) readByBoth += 1
  }
  const goal = { goal: 'at most 1.5', unit: 'of 255' }
  return [
    { what: 'images read by both', value: readByBoth, unit: '' },
    ...[...differences].flatMap(([what, values]) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const beyond = values.filter(value => value > 1.5).length
      return [
        { what: `${what}: mean difference`, value: mean, ...goal, isMet: mean <= 1.5 },
        { what: `${what}: median difference`, value: median(values), unit: 'of 255' },
        { what: `${what}: images above the goal`, value: beyond, unit: 'images' },
      ]
    }),
    { what: `largest: ${highest.of}`, value: highest.value, ...goal, isMet: highest.value <= 1.5 },
  ]
}

/** Uses the web worker of the page, as the Apply button does. */
async function inBrowser(
  page: Page,
  worker: string,
  bytes: Buffer,
  edit: ImageEdit,
): Promise<Buffer | undefined> {
  const answer = await page.evaluate(
    async ({ worker, base64, edit }) => {
      const data = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
      const running = new Worker(worker, { type: 'module' })
      const file = await new Promise<Blob | undefined>(resolve => {
        running.addEventListener('message', ({ data: reply }) => {
          if (reply.reply !== 'progress') resolve(reply.file)
        })
        running.postMessage({
          ask: 'render',
          image: new Blob([data]),
          edit,
          encoding: { format: 'png', quality: 100 },
        })
      })
      running.terminate()
      if (!file) return undefined
      const written = new Uint8Array(await file.arrayBuffer())
      let text = ''
      for (const byte of written) text += String.fromCharCode(byte)
      return btoa(text)
    },
    { worker, base64: bytes.toString('base64'), edit },
  )
  return answer === undefined ? undefined : Buffer.from(answer, 'base64')
}

async function onServer(converter: Converter, bytes: Buffer, from: FormatId, edit: ImageEdit) {
  try {
    const { path } = await converter.processImage({
      ...{ operation: 'edit-image', input: bytes, from, to: 'png' },
      options: { ...edit },
    })
    return await readFile(path)
  } catch {
    return undefined
  }
}

/** Of premultiplied colors and alpha; 255 where the dimensions differ. */
async function meanDifference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)])
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 255
  let sum = 0
  for (let at = 0; at < a.data.length; at += 4) {
    const [opacityA, opacityB] = [(a.data[at + 3] as number) / 255, (b.data[at + 3] as number) / 255]
    for (let channel = 0; channel < 3; channel += 1)
      sum += Math.abs(
        (a.data[at + channel] as number) * opacityA - (b.data[at + channel] as number) * opacityB,
      )
    sum += Math.abs(opacityA - opacityB) * 255
  }
  return sum / a.data.length
}

function pixelsOf(png: Buffer) {
  return sharp(png).ensureAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
}
