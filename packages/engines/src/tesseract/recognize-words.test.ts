import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../process/sandbox.ts'
import { recognizeWords } from './recognize-words.ts'

let folder: string
let sandbox: Sandbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-words-'))
  sandbox = await createSandbox('required', () => {})
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(svg: string) {
  const imagePath = join(folder, 'page.png')
  await writeFile(imagePath, await sharp(Buffer.from(svg)).png().toBuffer())
  const { signal } = new AbortController()
  const limits = { timeoutMs: 60_000, memoryBytes: 2 * 1024 ** 3 }
  return recognizeWords(sandbox, {
    imagePath,
    outFolder: folder,
    languages: ['eng'],
    dpi: 300,
    signal,
    ...limits,
  })
}

test('recognizeWords: returns words with their positions', async () => {
  const words = await read(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400">
    <rect width="1200" height="400" fill="white"/>
    <g font-family="Liberation Serif" font-size="48">
      <text x="100" y="120">The quick brown fox</text><text x="100" y="220">jumps over the dog.</text>
    </g></svg>`)
  expect(words.map(word => word.text).join(' ')).toBe('The quick brown fox jumps over the dog.')
  expect(words[0]).toMatchObject({ x: expect.closeTo(101, -1), height: expect.closeTo(34, -1) })
  expect(words[0]?.line).toBe(words[3]?.line)
  expect(words[0]?.line).not.toBe(words[4]?.line)
})

test('recognizeWords: returns nothing for an empty page', async () => {
  const blank = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="white"/></svg>`
  expect(await read(blank)).toEqual([])
})
