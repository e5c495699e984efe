/** Hostile file names and wrong types over real HTTP: types are sniffed, downloads are never rendered inline (XSS), and names never reach paths or headers (path traversal, header injection). */

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { apiPaths } from '@filesmith/contract/api-paths'
import { batchPath } from '@filesmith/contract/batch'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileNames } from '../corpus/hostile/names.ts'
import { drawPng } from '../support/images.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let png: Buffer
beforeAll(async () => {
  filesmith = await startFilesmith()
  png = await drawPng()
})
afterAll(() => filesmith.stop())

/** Asserts safe headers of a response with user content. */
function expectAttachment(response: Response): string {
  expect(response.status).toBe(200)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('set-cookie') ?? '').not.toContain('stolen')
  expect(response.headers.get('x-injected')).toBeNull()
  const disposition = response.headers.get('content-disposition') ?? ''
  expect(disposition).toMatch(/^attachment; filename="[^"\\/\r\n]+"(?:; filename\*=UTF-8''[^;,"\s]+)?$/)
  return disposition
}

test('upload, download: hostile names are displayed but never used in a path or header', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  const before = await readdir(process.cwd())
  for (const name of hostileNames) {
    const uploadId = await visitor.upload(png, name)
    const states = await visitor.follow(
      await visitor.convertAsync(uploadId, { outputFormat: 'webp', quality: 'low' }),
    )
    const last = states.at(-1) as ConversionState
    expect(last.status, name).toBe('succeeded')
    const disposition = expectAttachment(await visitor.fetch(apiPaths.download(last.id)))
    expect(disposition, name).toMatch(/\.webp/)
  }
  expect(await readdir(process.cwd())).toEqual(before)
  for (const path of ['/etc/passwd.webp', '/tmp/escaped', '/escaped.png'])
    expect(existsSync(path)).toBe(false)
})

test('batch: hostile names in a form and in one zip (zip slip)', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  // The maximum batch size of a visitor.
  const names = hostileNames.slice(2, 7)
  const form = new FormData()
  for (const name of names) form.append('files', new Blob([new Uint8Array(png)]), name)
  form.set('fileType', 'images')
  form.set('targetFormat', 'webp')
  const reply = await visitor.fetch(batchPath, { method: 'POST', body: form })
  expect(reply.status).toBe(200)
  const { downloadUrl } = (await reply.json()) as { downloadUrl: string }
  const download = await visitor.fetch(downloadUrl)
  expectAttachment(download)
  const entries = [...(await readZip(Buffer.from(await download.arrayBuffer()))).keys()]
  expect(entries).toHaveLength(names.length)
  for (const entry of entries) {
    expect(entry).not.toMatch(/^\/|\\|(?:^|\/)\.\.(?:\/|$)|^[A-Za-z]:/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: asserts that control characters are removed
    expect(entry).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
  }
})

describe('convert: a file whose name and type do not match its content', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const page = '<!DOCTYPE html><html><body><script>alert(1)</script><p>Visible words</p></body></html>'

  test.each([
    ['HTML as image', page, 'photo.png', 'convert-image', { outputFormat: 'webp' }, 415],
    [
      'a playlist as video',
      '#EXTM3U\n/etc/passwd\n',
      'video.mp4',
      'convert-video',
      { outputFormat: 'mp4' },
      415,
    ],
    ['an image as video', 'png', 'video.mp4', 'convert-video', { outputFormat: 'mp4' }, 415],
    ['an image as document', 'png', 'letter.docx', 'convert-document', { outputFormat: 'pdf' }, 415],
    ['SVG as JPEG', svg, 'photo.jpg', 'convert-image', { outputFormat: 'png' }, 200],
    ['HTML as DOCX', page, 'letter.docx', 'convert-document', { outputFormat: 'html' }, 200],
  ] as const)('%s', async (_what, content, name, operation, fields, status) => {
    const visitor = createVisitor(filesmith.baseUrl)
    const bytes = content === 'png' ? png : Buffer.from(content)
    // The declared content type is wrong as well.
    const file = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
    const response = await visitor.convert(file, name, fields, { operation })
    expect(response.status).toBe(status)
    const body = (await response.json()) as { code?: string; message?: string; downloadUrl?: string }
    if (status !== 200) {
      expect(body.code).toMatch(/^(?:format-mismatch|playlist-given)$/)
      return expect(body.message).toMatch(/^This is an? /)
    }
    const download = await visitor.fetch(body.downloadUrl ?? '')
    expectAttachment(download)
    expect(Buffer.from(await download.arrayBuffer()).includes('<script')).toBe(false)
  })
})
