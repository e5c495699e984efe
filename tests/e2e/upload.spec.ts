/** Drop zone with real uploads: drops, limits, interruptions and reloads. */
import { expect, type Page, test } from '@playwright/test'
import { largeFile, pngFile } from './files.ts'

const dropInput = (page: Page) => page.getByRole('tabpanel', { name: 'Image' }).locator('input[type=file]')
const megabyte = 1024 * 1024

async function dropOnto(
  page: Page,
  selector: string,
  type: 'dragover' | 'drop' | 'dragleave',
): Promise<void> {
  const { buffer, name, mimeType } = await pngFile('dropped.png')
  await page
    .locator(selector)
    .first()
    .evaluate(
      (area, { bytes, name, mimeType, type }) => {
        const transfer = new DataTransfer()
        transfer.items.add(
          new File([Uint8Array.from(atob(bytes), char => char.charCodeAt(0))], name, { type: mimeType }),
        )
        area.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
      },
      { bytes: buffer.toString('base64'), name, mimeType, type },
    )
}

test('UP-01 UP-02 UP-06 drop zone: highlights while a file is dragged, and accepts the drop', async ({
  page,
}) => {
  await page.goto('/')
  const zone = page.getByRole('tabpanel', { name: 'Image' }).locator('[data-drag]')
  await expect(zone).toHaveAttribute('data-drag', 'none')
  await dropOnto(page, '[data-drag] label', 'dragover')
  await expect(zone).toHaveAttribute('data-drag', 'area')
  await dropOnto(page, '[data-drag] label', 'dragleave')
  await expect(zone).toHaveAttribute('data-drag', 'none')
  await dropOnto(page, '[data-drag] label', 'dragover')
  await dropOnto(page, '[data-drag] label', 'drop')
  await expect(zone).toHaveAttribute('data-drag', 'none')
  await expect(page.getByText('dropped.png')).toBeVisible()
  await expect(page.getByText('Upload complete!')).toBeVisible()
})

test('UP-03 UP-04 UP-05 upload: the percentage is the share of received bytes, and an interrupted upload resumes', async ({
  page,
}) => {
  const offsets: number[] = []
  let isCut = false
  await page.route('**/api/uploads/**', async route => {
    const request = route.request()
    if (request.method() !== 'PATCH') return route.continue()
    const offset = Number(request.headers()['upload-offset'])
    offsets.push(offset)
    if (offset > 0 && !isCut) {
      isCut = true
      return route.abort('connectionreset')
    }
    return route.continue()
  })
  await page.goto('/')
  const file = await largeFile('large.jpg')
  const bar = page.getByRole('progressbar', { name: 'Upload progress' })
  await dropInput(page).setInputFiles(file)
  await bar.waitFor()
  await expect(page.getByText('Upload complete!')).toBeVisible({ timeout: 30_000 })
  expect(isCut).toBe(true)
  const afterCut = offsets.filter((offset, index) => offsets.indexOf(offset) !== index)
  expect(afterCut.length).toBeGreaterThan(0)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
})

test('UP-05 upload: the bar does not move while nothing is received', async ({ page }) => {
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/uploads**', async route => {
    const offset = Number(route.request().headers()['upload-offset'] ?? 0)
    if (route.request().method() === 'PATCH' && offset > 0) await held
    await route.continue()
  })
  await page.goto('/')
  const file = await largeFile('held.jpg')
  await dropInput(page).setInputFiles(file)
  const bar = page.getByRole('progressbar', { name: 'Upload progress' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  const percent = Number(await bar.getAttribute('aria-valuenow'))
  const firstChunk = megabyte / 16
  expect(Math.abs(percent - (firstChunk / file.buffer.length) * 100)).toBeLessThanOrEqual(1)
  release()
  await expect(page.getByText('Upload complete!')).toBeVisible({ timeout: 30_000 })
})

test('UP-11 UP-13 upload: a file above the maximum shows an alert and is not accepted', async ({ page }) => {
  const posts: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  const alerts: string[] = []
  page.on('dialog', async dialog => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`)
    await dialog.accept()
  })
  await page.goto('/')
  await page.evaluate(
    bytes => {
      const input = document.querySelector<HTMLInputElement>('[role=tabpanel] input[type=file]')
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'huge.png', { type: 'image/png' }))
      if (!input) throw new Error('drop zone not found')
      input.files = transfer.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    50 * megabyte + 1,
  )
  await expect.poll(() => alerts).toEqual(['alert: File is too large. Maximum size is 50MB.'])
  await expect(page.getByText('Drop an image here')).toBeVisible()
  expect(posts).toEqual([])
})

test('UP-08 upload: a reload keeps the uploaded file', async ({ page }) => {
  await page.goto('/')
  await dropInput(page).setInputFiles(await pngFile('kept.png'))
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Files ready to process')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Options' })).toBeVisible()
})
