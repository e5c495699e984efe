/** Favicon sets on the real, sandboxed engine: every file of the archive is read back. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toSharp } from './support/compare-images.ts'
import { type Converter, imagesOnly, startConverter } from './support/converter.ts'
import { drawCutFlag } from './support/images.ts'

let converter: Converter
let folder: string

beforeAll(async () => {
  converter = await startConverter(imagesOnly)
  folder = await mkdtemp(join(tmpdir(), 'filesmith-favicons-'))
}, 60_000)

afterAll(async () => {
  await converter.close()
  await rm(folder, { recursive: true })
})

test('create-favicons: the archive has every icon in its size, the manifest and the tags', async () => {
  const { path, format } = await converter.processImage({
    operation: 'create-favicons',
    input: await toSharp(drawCutFlag()).png().toBuffer(),
    from: 'png',
    to: 'zip',
    options: { name: 'Harbor "1"', background: '#102030' },
  })
  expect(format).toBe('zip')
  execFileSync('bsdtar', ['-xf', path, '-C', folder])
  const sizeOf = async (name: string) => {
    const { width, height, hasAlpha } = await sharp(join(folder, name)).metadata()
    return [width, height, hasAlpha]
  }
  expect(await sizeOf('favicon-16x16.png')).toEqual([16, 16, true])
  expect(await sizeOf('favicon-32x32.png')).toEqual([32, 32, true])
  expect(await sizeOf('apple-touch-icon.png')).toEqual([180, 180, false])
  expect(await sizeOf('icon-192x192.png')).toEqual([192, 192, true])
  expect(await sizeOf('icon-512x512.png')).toEqual([512, 512, true])
  expect(await sizeOf('icon-maskable-512x512.png')).toEqual([512, 512, false])

  const ico = await readFile(join(folder, 'favicon.ico'))
  expect([6, 22, 38].map(at => ico[at])).toEqual([16, 32, 48])
  const maskable = await sharp(join(folder, 'icon-maskable-512x512.png')).raw().toBuffer()
  expect([...maskable.subarray(0, 3)]).toEqual([0x10, 0x20, 0x30])
  // The orange of the flag, within the part that no shape cuts off.
  const middle = (153 * 512 + 307) * 3
  expect([...maskable.subarray(middle, middle + 3)]).toEqual([230, 140, 40])

  const manifest = JSON.parse(await readFile(join(folder, 'site.webmanifest'), 'utf8'))
  expect(manifest).toMatchObject({ name: 'Harbor "1"', theme_color: '#102030' })
  const named = [
    ...manifest.icons.map(({ src }: { src: string }) => src),
    ...[...(await readFile(join(folder, 'favicon.html'), 'utf8')).matchAll(/href="([^"]+)"/g)].map(
      match => match[1],
    ),
  ]
  for (const name of named) expect((await readFile(join(folder, name))).length).toBeGreaterThan(50)
})

test('create-favicons: rejects a damaged image', async () => {
  const run = converter.processImage({
    operation: 'create-favicons',
    input: 'no image',
    from: 'png',
    to: 'zip',
  })
  await expect(run).rejects.toMatchObject({ code: 'file-damaged' })
})
