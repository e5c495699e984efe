/** QR codes over real HTTP: from a text field, a JSON body and a file. */

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
beforeAll(async () => {
  filesmith = await startFilesmith()
})
afterAll(() => filesmith.stop())

const path = '/api/create-qr-code'
const link = 'https://example.com/menu?table=12'

function post(body: FormData | object, visitor = createVisitor(filesmith.baseUrl)) {
  return visitor.fetch(
    path,
    body instanceof FormData
      ? { method: 'POST', body }
      : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
  )
}

async function download(body: FormData | object) {
  const visitor = createVisitor(filesmith.baseUrl)
  const reply = await post(body, visitor)
  expect(reply.status).toBe(200)
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  return visitor.fetch(downloadUrl)
}

/** Modules with the quiet zone; the first rows of the finder pattern show that it is a code. */
async function modulesOf(image: Buffer, side: number): Promise<boolean[]> {
  const pixels = await sharp(image).resize(side, side, { kernel: 'nearest' }).grayscale().raw().toBuffer()
  const modules = [...pixels].map(value => value < 128)
  const rowAt = (y: number) => modules.slice(y * side + 4, y * side + 12).map(isDark => (isDark ? '#' : '.'))
  expect([4, 5, 6].map(y => rowAt(y).join(''))).toEqual(['#######.', '#.....#.', '#.###.#.'])
  return modules
}

test('create-qr-code: draws a text as PNG with the requested size, and the same code as SVG', async () => {
  const form = new FormData()
  form.set('text', link)
  form.set('outputFormat', 'png')
  form.set('size', '410')
  form.set('errorCorrection', 'H')
  const reply = await download(form)
  expect(reply.headers.get('content-type')).toBe('image/png')
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="text.png"/)
  const image = Buffer.from(await reply.arrayBuffer())
  expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 410, height: 410 })
  form.set('outputFormat', 'svg')
  const svg = Buffer.from(await (await download(form)).arrayBuffer())
  // Version 4 has 33 modules, with the quiet zone 41.
  expect(await modulesOf(image, 41)).toEqual(await modulesOf(svg, 41))
})

test('create-qr-code: draws a JSON text as SVG, whatever it looks like', async () => {
  const reply = await download({ text: '<svg onload="alert(1)"/>', foreground: '#102030', margin: 2 })
  // SVG is never shown by the origin of the site, since it can contain scripts.
  expect(reply.headers.get('content-type')).toBe('application/octet-stream')
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="text.svg"/)
  const svg = await reply.text()
  expect(svg).toMatch(/^<svg .*fill="#102030"/)
  expect(svg).not.toContain('alert')
})

test('create-qr-code: reads a file without its last line break', async () => {
  const form = new FormData()
  form.set('file', new Blob([`${link}\n`]), 'link.txt')
  const [fromFile, fromText] = [await download(form), await download({ text: link })]
  expect(await fromFile.text()).toBe(await fromText.text())
})

test.each([
  ['no text', {}, 400, 'Please enter a text or a link'],
  ['an empty text', { text: '' }, 400, 'Text must be a string that is not empty.'],
  ['a number', { text: 7 }, 400, 'Text must be a string that is not empty.'],
  ['a size out of range', { text: 'x', size: 20 }, 400, 'Size must be a whole number from 64 to 4096.'],
  ['a color name', { text: 'x', foreground: 'red' }, 400, 'Foreground must be a color such as #000000.'],
  [
    'colors without contrast',
    { text: 'x', foreground: '#eeeeee' },
    400,
    'These colors are too similar to scan. Please choose a darker or a lighter one.',
  ],
  ['an unknown option', { text: 'x', logo: 'y' }, 400, 'create-qr-code has no option logo.'],
  [
    'a text that is too long',
    { text: 'x'.repeat(1274), errorCorrection: 'H' },
    400,
    'This text is too long for a QR code. Please shorten it, or choose a lower error correction.',
  ],
  [
    'a size that is too small for the text',
    { text: 'x'.repeat(2000), errorCorrection: 'L', size: 64 },
    400,
    'This code needs at least 157 pixels. Please choose a larger size.',
  ],
])('create-qr-code: rejects %s', async (_what, body, status, message) => {
  const reply = await post(body)
  expect([reply.status, await reply.json()]).toMatchObject([status, { message }])
})

test('create-qr-code: rejects a file that is not text', async () => {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])]), 'photo.jpg')
  const reply = await post(form)
  expect([reply.status, await reply.json()]).toMatchObject([
    400,
    { message: 'A QR code can only be made from text.' },
  ])
})
