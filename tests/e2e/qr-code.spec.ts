/** QR Code Maker: live preview, downloads and accessibility. */
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { inspectPage } from './inspect-page.ts'
import { button } from './locators.ts'

const link = 'https://example.com/menu'

async function download(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download')
  await button(page, name).click()
  const file = await downloading
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** Rows of modules with the quiet zone, ten pixels each. */
async function modulesOf(image: Buffer): Promise<string[]> {
  const pixels = await sharp(image).flatten().grayscale().raw().toBuffer()
  const rows = Array.from({ length: 37 }, (_, y) =>
    Array.from({ length: 37 }, (_unused, x) =>
      (pixels[(y * 10 + 5) * 370 + x * 10 + 5] ?? 255) < 128 ? '#' : '.',
    ).join(''),
  )
  expect(rows[4]).toMatch(/^\.{4}#{7}\..*\.#{7}\.{4}$/)
  return rows
}

test('QR Code Maker: a link becomes a PNG and an SVG with the same modules, without an upload', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await page.goto('/tools')
  await page.getByRole('tab', { name: 'QR Code Maker' }).click()
  await expect(page).toHaveURL(/\/tools\/qr$/)
  await expect(button(page, 'Download PNG')).toBeDisabled()
  await page.getByLabel('Text or link').fill(link)
  await expect(page.getByRole('img', { name: `QR code of: ${link}` })).toBeVisible()
  await page.getByText('Q 25%').click()
  await expect(page.getByText('29 × 29 modules')).toBeVisible()
  await page.getByLabel('Size (pixels)').fill('370')
  const [png, svg] = [await download(page, 'Download PNG'), await download(page, 'Download SVG')]
  expect([png.name, svg.name]).toEqual(['qr-code.png', 'qr-code.svg'])
  expect(await sharp(png.bytes).metadata()).toMatchObject({ format: 'png', width: 370, height: 370 })
  expect(await modulesOf(png.bytes)).toEqual(await modulesOf(svg.bytes))
  expect(sent.filter(url => !url.includes('/api/ad-impression'))).toEqual([])
  await inspectPage(page, 'QR code')
})

test('QR Code Maker: colors without contrast are explained and cannot be downloaded', async ({ page }) => {
  await page.goto('/tools/qr')
  await page.getByLabel('Text or link').fill(link)
  await page.getByLabel('Code color').fill('#dddddd')
  await expect(page.getByRole('alert')).toContainText('These colors are too similar to scan.')
  await expect(button(page, 'Download SVG')).toBeDisabled()
  await page.setViewportSize({ width: 390, height: 844 })
  await inspectPage(page, 'QR code without contrast')
})
