/** PDF Workbench: pages of several files by mouse, keyboard and touch, reload, and results. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Download, expect, type Locator, type Page, test } from '@playwright/test'
import { readZip } from '../support/read-zip.ts'
import { expectToast } from './accounts.ts'
import { jpegFile, pngFile } from './files.ts'
import { button } from './locators.ts'

const run = promisify(execFile)
const sample = (name: string) => new URL(`../corpus/samples/pdf/${name}.pdf`, import.meta.url).pathname

type Files = Parameters<Locator['setInputFiles']>[0]

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'PDF Workbench' })
const grid = (page: Page) => page.getByRole('grid', { name: 'Pages' })
const cell = (page: Page, name: RegExp) => grid(page).getByRole('gridcell', { name })
const drawn = (page: Page) => grid(page).locator('canvas:visible')
const figures = (page: Page, text: string) =>
  expect(panel(page).getByText(text, { exact: true })).toBeVisible()
const sources = (page: Page) =>
  grid(page)
    .getByRole('gridcell')
    .evaluateAll(cells =>
      cells.map(each =>
        /page (\d+) of (\w+)/
          .exec(each.getAttribute('aria-label') ?? '')
          ?.slice(1)
          .join(' '),
      ),
    )

async function openFiles(page: Page, files: Files): Promise<void> {
  await page.goto('/tools/workbench')
  await panel(page).locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(files)
  await expect(drawn(page).first()).toBeVisible()
}

/** A PDF whose pages have their number as text. Readers do without a cross-reference table, qpdf writes one. */
async function numberedPdf(pageCount: number): Promise<Buffer> {
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1)
  const kids = numbers.map(number => `${number * 2 + 2} 0 R`).join(' ')
  const pages = numbers.map(number => {
    const content = `BT /F 44 Tf 60 180 Td (Page ${number}) Tj ET`
    return `${number * 2 + 2} 0 obj<</Type/Page/Parent 2 0 R/Contents ${number * 2 + 3} 0 R>>endobj
${number * 2 + 3} 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
`
  })
  const written = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pageCount}/MediaBox[0 0 300 400]/Resources<</Font<</F 3 0 R>>>>>>endobj
3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${pages.join('')}trailer<</Root 1 0 R/Size ${pageCount * 2 + 4}>>
`
  const folder = await mkdtemp(join(tmpdir(), 'workbench-'))
  try {
    await writeFile(join(folder, 'raw.pdf'), written)
    await run('qpdf', ['--warning-exit-0', join(folder, 'raw.pdf'), join(folder, 'numbered.pdf')])
    return await readFile(join(folder, 'numbered.pdf'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface PageFacts {
  readonly rotation: number
  readonly text: string
}

/** Checked with qpdf and read with Poppler. */
async function pagesOf(path: string): Promise<PageFacts[]> {
  await run('qpdf', ['--check', path])
  const about = await run('pdfinfo', ['-f', '1', '-l', '-1', path])
  const rotations = [...about.stdout.matchAll(/^Page\s+\d+ rot:\s+(\d+)$/gm)].map(([, degrees]) =>
    Number(degrees),
  )
  const { stdout } = await run('pdftotext', ['-layout', path, '-'])
  const texts = stdout.split('\f')
  return rotations.map((rotation, index) => ({ rotation, text: texts[index]?.trim() ?? '' }))
}

async function save(page: Page, label: string): Promise<Download> {
  const downloading = page.waitForEvent('download')
  await button(page, label).click()
  await expectToast(page, 'Success!', 'Your PDF has been made successfully.')
  return await downloading
}

test('workbench: by mouse: several files, selection, drag across documents, rotation, and one PDF', async ({
  page,
}) => {
  await openFiles(page, [
    { name: 'five.pdf', mimeType: 'application/pdf', buffer: await numberedPdf(5) },
    { name: 'running.pdf', mimeType: 'application/pdf', buffer: await readFile(sample('running')) },
  ])
  await figures(page, '10 pages · 2 documents · 0 selected')
  await cell(page, /page 5 of five/).click()
  await cell(page, /page 1 of five/).click({ modifiers: ['ControlOrMeta'] })
  await figures(page, '10 pages · 2 documents · 2 selected')

  // So that both documents are in view, and not below the sticky main button.
  await button(page, 'Smaller thumbnails').click()
  await grid(page).evaluate(element => element.scrollIntoView({ block: 'start', behavior: 'instant' }))
  const target = cell(page, /page 2 of running/)
  const from = await cell(page, /page 5 of five/).boundingBox()
  const to = await target.boundingBox()
  if (!from || !to) throw new Error('the pages are not visible')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 4, to.y + 20, { steps: 6 })
  await expect(grid(page).locator('[data-drop-place]')).toBeVisible()
  await page.mouse.up()
  await expect
    .poll(() => sources(page))
    .toEqual([
      '2 five',
      '3 five',
      '4 five',
      '1 running',
      '1 five',
      '5 five',
      '2 running',
      '3 running',
      '4 running',
      '5 running',
    ])

  await cell(page, /page 2 of five/).click()
  await button(page, 'Rotate right').click()
  await cell(page, /page 3 of running/).click()
  await cell(page, /page 5 of running/).click({ modifiers: ['Shift'] })
  await button(page, 'Delete').click()
  await figures(page, '7 pages · 2 documents · 0 selected')
  await button(page, 'Undo').click()
  await figures(page, '10 pages · 2 documents · 3 selected')
  await button(page, 'Redo').click()

  const download = await save(page, 'Save as one PDF')
  const pages = await pagesOf(await download.path())
  expect(pages.map(({ rotation }) => rotation)).toEqual([90, 0, 0, 0, 0, 0, 0])
  expect(pages.map(({ text }) => /^Page \d$/.exec(text)?.[0])).toEqual([
    'Page 2',
    'Page 3',
    'Page 4',
    undefined,
    'Page 1',
    'Page 5',
    undefined,
  ])
  await expect(page.getByRole('group', { name: 'Your PDF is ready' })).toBeVisible()
  await button(page, 'Keep editing').click()
  await figures(page, '7 pages · 2 documents · 0 selected')
})

test('workbench: by keyboard: everything without a mouse, announced, and each document saved', async ({
  page,
}) => {
  await openFiles(page, { name: 'five.pdf', mimeType: 'application/pdf', buffer: await numberedPdf(5) })
  const said = (text: string) =>
    expect(panel(page).locator('[aria-live=polite]').getByText(text)).toBeVisible()
  await grid(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await said('2 pages selected.')
  await page.keyboard.press('Alt+ArrowLeft')
  await said('2 pages moved to position 1.')
  await page.keyboard.press('Shift+R')
  await said('2 pages rotated left.')
  await page.keyboard.press('End')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  await said('1 page deleted.')
  await page.keyboard.press('Space')
  await page.keyboard.press('ControlOrMeta+d')
  await said('1 page duplicated.')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await said('Redone.')
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog')
  await expect(preview.getByRole('heading', { name: 'Page 5 of 5' })).toBeVisible()
  await expect(preview.getByRole('img', { name: 'Large preview of page 5' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(preview.getByRole('heading', { name: 'Page 4 of 5' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(grid(page)).toBeFocused()
  await button(page, 'Split here').press('Enter')
  await figures(page, '5 pages · 2 documents · 1 selected')

  await page.getByRole('radio', { name: 'Save each document' }).check()
  const download = await save(page, 'Save each document')
  const entries = await readZip(await readFile(await download.path()))
  expect([...entries.keys()]).toEqual(['five-1.pdf', 'five-2.pdf'])
})

test('workbench: order, rotation, selection, files, undo and redo are there after a reload', async ({
  page,
}) => {
  await openFiles(page, sample('running'))
  await cell(page, /page 2 of running/).click()
  await button(page, 'Rotate right').click()
  await button(page, 'Move toward the beginning').click()
  await page.reload()
  await expect(drawn(page).first()).toBeVisible()
  expect((await sources(page)).slice(0, 3)).toEqual(['2 running', '1 running', '3 running'])
  await expect(cell(page, /page 2 of running, rotated by 90 degrees/)).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await button(page, 'Undo').click()
  await button(page, 'Undo').click()
  await expect(cell(page, /^Page 2 of \d+, page 2 of running$/)).toBeVisible()
  await button(page, 'Redo').click()
  await button(page, 'Redo').click()
  const download = await save(page, 'Save as one PDF')
  expect((await pagesOf(await download.path())).map(({ rotation }) => rotation)).toEqual([90, 0, 0, 0, 0])
})

test('workbench: images become pages, transparent ones too, a document is prepared, and only the result counts', async ({
  page,
}) => {
  await openFiles(page, [
    await jpegFile(),
    await pngFile(),
    { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear reader') },
  ])
  await expect(cell(page, /page 1 of letter/)).toBeVisible({ timeout: 40_000 })
  await figures(page, '3 pages · 2 documents · 0 selected')
  const used = async () => {
    const { today } = await (await page.request.get('/api/usage')).json()
    return today.used
  }
  expect(await used()).toBe(0)
  const download = await save(page, 'Save as one PDF')
  expect(await used()).toBe(1)
  const pages = await pagesOf(await download.path())
  expect(pages).toHaveLength(3)
  expect(pages[2]?.text).toBe('Dear reader')
})

test('workbench: an action chosen during a slow upload waits for it', async ({ page }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/uploads**', async route => {
    await isReleased
    await route.continue()
  })
  await openFiles(page, { name: 'five.pdf', mimeType: 'application/pdf', buffer: await numberedPdf(5) })
  await figures(page, '5 pages · 1 document · 0 selected')
  const downloading = page.waitForEvent('download')
  await button(page, 'Save as one PDF').click()
  await expect(page.getByText('Uploading', { exact: true })).toBeVisible()
  release()
  const download = await downloading
  expect(await pagesOf(await download.path())).toHaveLength(5)
})

test('workbench: protected files ask for their password, damaged ones say so', async ({ page }, {
  outputDir,
}) => {
  const locked = `${outputDir}-locked.pdf`
  await run('qpdf', ['--encrypt', 'sesame', 'owner', '256', '--', sample('running'), locked])
  await page.goto('/tools/workbench')
  await panel(page)
    .locator('input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles([
      { name: 'locked.pdf', mimeType: 'application/pdf', buffer: await readFile(locked) },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('not a PDF at all') },
    ])
  await expect(page.getByText('This file is damaged and cannot be opened.')).toBeVisible()
  await button(page, 'Remove broken').click()
  await button(page, 'Enter password: locked').click()
  await page.getByLabel('File password').fill('wrong')
  await button(page, 'Open').click()
  await expect(page.getByText('This password does not open the file.')).toBeVisible()
  await page.getByLabel('File password').fill('sesame')
  await button(page, 'Open').click()
  await expect(drawn(page).first()).toBeVisible()
  const download = await save(page, 'Save as one PDF')
  expect(await pagesOf(await download.path())).toHaveLength(5)
})

test('workbench: 1,000 pages are scrolled with few in the document, and selected by a list', async ({
  page,
}) => {
  await openFiles(page, { name: 'long.pdf', mimeType: 'application/pdf', buffer: await numberedPdf(1000) })
  await figures(page, '1,000 pages · 1 document · 0 selected')
  expect(await grid(page).getByRole('gridcell').count()).toBeLessThan(100)
  await grid(page).evaluate(element => {
    element.scrollTop = element.scrollHeight
  })
  await expect(cell(page, /^Page 1000 of 1000/).locator('canvas')).toBeVisible()
  expect(await grid(page).getByRole('gridcell').count()).toBeLessThan(100)
  await page.getByLabel('Select pages').fill('1-5, 1000')
  await button(page, 'Select').click()
  await figures(page, '1,000 pages · 1 document · 6 selected')
  const downloading = page.waitForEvent('download')
  await button(page, 'Extract selected pages').click()
  const download = await downloading
  const pages = await pagesOf(await download.path())
  expect(pages.map(({ text }) => text)).toEqual([1, 2, 3, 4, 5, 1000].map(number => `Page ${number}`))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('workbench: by touch: taps select, a long press drags, and the actions are a sheet', async ({
    page,
  }) => {
    await openFiles(page, { name: 'five.pdf', mimeType: 'application/pdf', buffer: await numberedPdf(5) })
    await cell(page, /page 1 of five/).tap()
    await cell(page, /page 2 of five/).tap()
    await figures(page, '5 pages · 1 document · 2 selected')
    await cell(page, /page 2 of five/).tap()

    await grid(page).evaluate(element => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const from = await cell(page, /page 1 of five/).boundingBox()
    const to = await cell(page, /page 4 of five/).boundingBox()
    if (!from || !to) throw new Error('the pages are not visible')
    const browser = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      browser.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
    const end = { x: to.x + to.width - 4, y: to.y + 30 }
    await touch('touchStart', [start])
    await expect(grid(page).locator('[data-drop-place]')).toBeVisible()
    for (const share of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', [
        { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share },
      ])
    await touch('touchEnd', [])
    await expect.poll(() => sources(page)).toEqual(['2 five', '3 five', '4 five', '1 five', '5 five'])

    await button(page, 'Choose what to make').tap()
    await page.getByRole('dialog').getByText('Extract selection').tap()
    await button(page, 'Done').tap()
    const download = await save(page, 'Extract selection')
    expect((await pagesOf(await download.path())).map(({ text }) => text)).toEqual(['Page 1'])
  })
})
