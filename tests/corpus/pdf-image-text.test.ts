/** Text inside an image of a page that has other text, on the real sandboxed engines. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveEngine } from '@filesmith/engines/engine'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawMixedPdf } from '../support/draw-mixed-pdf.ts'

let engine: LiveEngine
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-image-text-'))
  const sandbox = await createSandbox('required', () => {})
  engine = await engines.pdf.start({ ...defaultEngineSettings, helpersPerEngine: 1 }, sandbox)
  await writeFile(join(folder, 'sign.pdf'), await signWithText())
}, 60_000)

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

async function convert(to: 'txt' | 'md', images: 'none' | 'inline'): Promise<string> {
  const outputPath = join(folder, `result.${to}`)
  await engine.runStep({
    step: { ability: 'pdf-to-document', from: 'pdf', to, options: { images } },
    inputPath: join(folder, 'sign.pdf'),
    outputPath,
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  return readFile(outputPath, 'utf8')
}

/** The image has a large line and a small one below it. */
async function signWithText(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754" font-family="Liberation Sans">
    <rect width="1240" height="1754" fill="#7a6a58"/><g fill="white">
    <text x="160" y="900" font-size="110" font-weight="bold">HARBOUR</text>
    <text x="160" y="1000" font-size="44">open from seven</text></g></svg>`
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
  return drawMixedPdf('The sign at the pier', { jpeg, width: 1240, height: 1754, isGray: false }, 0, true)
}

test('PDF to text: has the lines of an image in their place', async () => {
  const text = await convert('txt', 'none')
  expect(text).toMatch(/HARBOUR\nopen from seven/)
  expect(text).toContain('The sign at the pier')
})

test('PDF to Markdown: image text is text without images, and alternative text with them', async () => {
  expect(await convert('md', 'none')).toMatch(/HARBOUR\nopen from seven/)
  expect(await convert('md', 'inline')).toContain('![HARBOUR open from seven]')
})
