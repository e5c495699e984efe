import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { indexedPaths } from '@filesmith/contract/page-at'
import { shareImagePath, shareImageSize, shareImageText } from '@filesmith/contract/share-image'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { rootFolder } from '../root-folder.mjs'
import { appIcons } from './icons.ts'

const publicFolder = join(rootFolder, 'packages', 'web', 'public')
const drawn = JSON.parse(await readFile(join(rootFolder, 'scripts/draw/drawn-words.json'), 'utf8'))

test('share images: show the current page titles (else run: node scripts/draw/main.ts)', () => {
  expect(drawn).toEqual(Object.fromEntries(indexedPaths('public').map(path => [path, shareImageText(path)])))
})

test.each(indexedPaths('public'))(
  'FRAME-03 share images: %s has its own, within the size limit of social networks',
  async path => {
    const image = await readFile(join(publicFolder, shareImagePath(path)))
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', ...shareImageSize })
    expect(image.length).toBeLessThan(100_000)
    expect(indexedPaths('public').filter(other => shareImagePath(other) === shareImagePath(path))).toEqual([
      path,
    ])
  },
)

test.each(Object.entries(appIcons))('icons: %s has the dimensions in its name', async (name, { sizePx }) => {
  const { width, height } = await sharp(join(publicFolder, name)).metadata()
  expect([width, height]).toEqual([sizePx, sizePx])
})

test('icons: the logo fits the safe zone of a maskable icon (a circle of 80 %)', async () => {
  const { data, info } = await sharp(join(publicFolder, 'icon-maskable-512.png'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ground = data.subarray(0, 3)
  const isInk = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels
    return ground.some((value, channel) => Math.abs((data[at + channel] ?? 0) - value) > 24)
  }
  const reach = Array.from({ length: info.width * info.height }, (_, at) => {
    const [x, y] = [at % info.width, Math.floor(at / info.width)]
    return isInk(x, y) ? Math.hypot(x - info.width / 2, y - info.height / 2) : 0
  })
  const furthest = reach.reduce((most, each) => Math.max(most, each), 0)
  expect(furthest).toBeGreaterThan(info.width * 0.2)
  expect(furthest).toBeLessThan(info.width * 0.4)
})
