/** PDF Workbench: areas, signatures and crops placed on pages by mouse, keyboard and touch; results read by other programs. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { pngFile } from './files.ts'
import { button } from './locators.ts'

const run = promisify(execFile)

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'PDF Workbench' })
const sheet = (page: Page) => page.getByRole('img', { name: /^Large preview of page/ })
const frame = (page: Page, name: RegExp) => page.getByRole('region', { name })

/**
 * The first page has 600 by 400 points, a CropBox away from the corner, and is rotated: it is seen as 300 by 500 points. The second
 * one is 300 by 400. Both have "Secret" in the upper half and "Visible" in the lower half, as they are seen.
 */
const source = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/Resources<</Font<</F 7 0 R>>>>>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 400]/CropBox[50 50 550 350]/Rotate 90/Contents 5 0 R>>endobj
4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 6 0 R>>endobj
5 0 obj<</Length 98>>stream
BT /F 24 Tf 0 1 -1 0 150 100 Tm (Secret) Tj ET BT /F 24 Tf 0 1 -1 0 450 100 Tm (Visible) Tj ET    
endstream endobj
6 0 obj<</Length 72>>stream
BT /F 24 Tf 60 300 Td (Secret) Tj ET BT /F 24 Tf 60 100 Td (Visible) Tj ET
endstream endobj
7 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R/Size 8>>
`

async function samplePdf(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'placing-'))
  try {
    await writeFile(join(folder, 'raw.pdf'), source)
    await run('qpdf', ['--warning-exit-0', join(folder, 'raw.pdf'), join(folder, 'sample.pdf')])
    return await readFile(join(folder, 'sample.pdf'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function open(page: Page): Promise<void> {
  await page.goto('/tools/workbench')
  await panel(page)
    .locator('input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles({ name: 'sample.pdf', mimeType: 'application/pdf', buffer: await samplePdf() })
  await expect(panel(page).locator('canvas:visible')).toHaveCount(2)
}

/** Runs the action, and returns the path of its result, which qpdf finds valid. */
async function save(page: Page, label: string): Promise<string> {
  const downloading = page.waitForEvent('download')
  await button(page, label).click()
  const path = await (await downloading).path()
  await run('qpdf', ['--check', path])
  return path
}

async function textsOf(path: string): Promise<string[]> {
  const { stdout } = await run('pdftotext', [path, '-'])
  return stdout.split('\f').map(text => text.replaceAll(/\s+/g, ' ').trim())
}

/** Smallest box around what is darker than paper on a rendered page, in percent; undefined if there is nothing. */
async function inkOf(
  path: string,
  number: number,
  isInk: (red: number, green: number, blue: number) => boolean,
) {
  const { stdout } = await run(
    'pdftoppm',
    ['-cropbox', '-r', '72', '-f', String(number), '-l', String(number), '-png', path],
    { encoding: 'buffer', maxBuffer: 50_000_000 },
  )
  const { data, info } = await sharp(stdout).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let at = 0; at < data.length; at += 3) {
    if (!isInk(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255)) continue
    const pixel = at / 3
    xs.push(((pixel % info.width) / info.width) * 100)
    ys.push((Math.floor(pixel / info.width) / info.height) * 100)
  }
  if (xs.length === 0) return undefined
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  return { left, top, width: right - left, height: bottom - top }
}

const isBlue = (red: number, green: number, blue: number) => blue > 100 && blue > red + 40 && green < 150

/** A movement of the mouse over an element, in percent of it. */
async function drag(page: Page, on: Locator, from: readonly [number, number], to: readonly [number, number]) {
  await on.scrollIntoViewIfNeeded()
  const box = await on.boundingBox()
  if (!box) throw new Error('not visible')
  const at = ([x, y]: readonly [number, number]) =>
    [box.x + (box.width * x) / 100, box.y + (box.height * y) / 100] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await page.mouse.move(...at(to))
  await page.mouse.up()
}

test('placing: by mouse: areas on a rotated page with a CropBox are removed, and the proof is shown', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('radio', { name: 'Redact', exact: true }).check()
  await expect(sheet(page)).toBeVisible()
  await button(page, 'Go to the page').click()
  await drag(page, sheet(page), [5, 10], [80, 40])
  await expect(panel(page).getByText('1 area on page 1')).toBeVisible()
  await button(page, 'Next page').click()
  await expect(sheet(page)).toHaveAccessibleName('Large preview of page 2')
  await expect(sheet(page)).toBeVisible()
  await drag(page, sheet(page), [10, 60], [90, 90])
  // Moved from "Visible" to "Secret".
  const mark = frame(page, /Area to remove, 2 of 2/)
  await drag(page, mark, [50, 50], [50, -133])
  await expect(panel(page).getByText('2 areas on pages 1, 2')).toBeVisible()
  await button(page, 'All pages').click()
  await expect(page.getByRole('grid', { name: 'Pages' })).toBeVisible()
  const path = await save(page, 'Redact')
  expect((await textsOf(path)).slice(0, 2)).toEqual(['Visible', 'Visible'])
  const { stdout } = await run('qpdf', ['--qdf', '--object-streams=disable', path, '-'], {
    maxBuffer: 50_000_000,
  })
  expect(stdout).not.toContain('Secret')
  const box = await inkOf(path, 1, (red, green, blue) => red + green + blue < 30)
  expect(box?.left).toBeCloseTo(5, -0.5)
  expect(box?.top).toBeCloseTo(10, -0.5)

  const proof = page.getByRole('region', { name: 'Proof of the redaction' })
  await expect(proof.getByRole('row', { name: 'characters under the boxes 2 0' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await proof.getByRole('link', { name: 'Download report' }).click()
  const report: unknown = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(report).toMatchObject({
    pages: 2,
    removed: [
      { page: 1, areas: 1 },
      { page: 2, areas: 1 },
    ],
  })
})

test('placing: by keyboard: a typed signature is placed, moved and resized, and the crop is set', async ({
  page,
}) => {
  await open(page)
  await page.getByRole('radio', { name: 'Sign or stamp' }).focus()
  await page.keyboard.press('Space')
  await button(page, 'Create a signature').press('Enter')
  await page.getByRole('radio', { name: 'Type' }).press('Space')
  await page.getByLabel('Your name').fill('Jane Doe')
  await page.getByRole('radio', { name: 'Blue' }).press('Space')
  await button(page, 'Use signature').press('Enter')
  await expect(button(page, 'Change')).toBeFocused()
  await button(page, 'Add signature').press('Enter')
  const signature = frame(page, /Signature, 1 of 1/)
  await expect(signature).toBeFocused()
  for (const key of [
    'ArrowUp',
    'ArrowUp',
    'ArrowLeft',
    'Shift+ArrowRight',
    'Shift+ArrowLeft',
    'Alt+ArrowDown',
  ])
    await page.keyboard.press(key)
  await page.getByLabel('Also on these pages').fill('2')
  const [seen, whole] = [await signature.boundingBox(), await sheet(page).boundingBox()]
  if (!seen || !whole) throw new Error('not visible')
  const path = await save(page, 'Sign or stamp')
  expect(await textsOf(path)).toEqual(['Secret Visible', 'Secret Visible', ''])
  for (const number of [1, 2]) {
    const ink = await inkOf(path, number, isBlue)
    // The ink is inside the frame, up to its padding, on the rotated page as well as on the other one.
    expect(ink?.left).toBeGreaterThan(((seen.x - whole.x) / whole.width) * 100 - 1)
    expect(ink?.left).toBeLessThan(((seen.x - whole.x) / whole.width) * 100 + 6)
    expect(ink?.width).toBeGreaterThan((seen.width / whole.width) * 75)
    expect(ink?.top).toBeGreaterThan(((seen.y - whole.y) / whole.height) * 100 - 1)
  }

  await button(page, 'Keep editing').press('Enter')
  await page.getByRole('radio', { name: 'Crop', exact: true }).focus()
  await page.keyboard.press('Space')
  const crop = frame(page, /^Crop area$/)
  await crop.focus()
  for (let step = 0; step < 40; step++) await page.keyboard.press('Shift+ArrowUp')
  const cropped = await save(page, 'Crop')
  const { stdout } = await run('pdfinfo', ['-box', '-f', '1', '-l', '1', cropped])
  const [, left = 0, bottom = 0, right = 0, top = 0] =
    /CropBox:\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)/.exec(stdout)?.map(Number) ?? []
  // Rotated by 90 degrees: the lower part as it is seen, 40 percent and the margin, is at the right end of the box.
  expect(left).toBeCloseTo(50 + 28.35, 0)
  expect(right).toBeCloseTo(550 - 28.35 - 200, 0)
  expect([bottom, top]).toEqual([expect.closeTo(78.35, 0), expect.closeTo(321.65, 0)])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('placing: by touch: an image is stamped where the page is tapped, and kept until it is forgotten', async ({
    page,
  }) => {
    await open(page)
    await button(page, 'Choose what to make').tap()
    await page.getByRole('dialog').getByText('Sign or stamp').tap()
    await button(page, 'Done').tap()
    await button(page, 'Create a signature').tap()
    await page.getByRole('dialog').getByText('Image', { exact: true }).tap()
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles(await pngFile())
    await expect(page.getByRole('dialog').getByRole('img', { name: 'Your signature' })).toBeVisible()
    await button(page, 'Use signature').tap()
    await button(page, 'Go to the page').tap()
    await expect(sheet(page)).toBeVisible()
    const box = await sheet(page).boundingBox()
    if (!box) throw new Error('not visible')
    await page.touchscreen.tap(box.x + box.width * 0.6, box.y + box.height * 0.5)
    await expect(frame(page, /Signature, 1 of 1/)).toBeVisible()
    await expect(panel(page).getByText('Placed once, on page 1')).toBeVisible()
    const path = await save(page, 'Sign or stamp')
    const { stdout } = await run('pdfimages', ['-list', path])
    expect(stdout.split('\n').filter(line => /^\s+\d/.test(line))[0]).toMatch(/^\s+1\s/)
    const before = await inkOf(path, 1, (red, green, blue) => red + green + blue < 600)
    expect(before?.width).toBeGreaterThan(25)

    await button(page, 'Keep editing').tap()
    await button(page, 'Forget').tap()
    await expect(panel(page).getByText('Not on a page yet')).toBeVisible()
    await page.reload()
    await expect(button(page, 'Create a signature')).toBeVisible()
  })
})
