/** PDF Workbench: changes of the whole document, one after another on one page; results checked with qpdf and Poppler. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { readZip } from '../support/read-zip.ts'
import { button } from './locators.ts'

const run = promisify(execFile)

/** Two pages, a bookmark to each, and something to redact on both. */
const source = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/Outlines 8 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 300 400]/Resources<</Font<</F 7 0 R>>>>>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/Contents 5 0 R>>endobj
4 0 obj<</Type/Page/Parent 2 0 R/Contents 6 0 R>>endobj
5 0 obj<</Length 84>>stream
BT /F 14 Tf 20 300 Td (Project Bluebird begins) Tj 0 -40 Td (Public opening) Tj ET  
endstream endobj
6 0 obj<</Length 84>>stream
BT /F 14 Tf 20 300 Td (Write to ada@example.com) Tj 0 -40 Td (Public finale) Tj ET  
endstream endobj
7 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
8 0 obj<</Type/Outlines/First 9 0 R/Last 10 0 R/Count 2>>endobj
9 0 obj<</Title(Opening)/Parent 8 0 R/Next 10 0 R/Dest[3 0 R/Fit]>>endobj
10 0 obj<</Title(Finale)/Parent 8 0 R/Prev 9 0 R/Dest[4 0 R/Fit]>>endobj
trailer<</Root 1 0 R/Size 11>>
`

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'PDF Workbench' })
const files = (page: Page) => panel(page).locator('input[type=file]:not([webkitdirectory])').first()
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check()

/** Runs the chosen action, and returns the path of its result. */
async function make(page: Page, label: string): Promise<string> {
  const downloading = page.waitForEvent('download')
  await button(page, label).click()
  return await (await downloading).path()
}

async function textOf(path: string): Promise<string> {
  const { stdout } = await run('pdftotext', ['-layout', path, '-'])
  return stdout
}

/** The file as it is, and with every stream decoded. */
async function bytesOf(path: string): Promise<string> {
  const plain = `${path}-plain.pdf`
  await run('qpdf', ['--qdf', '--object-streams=disable', path, plain])
  const [raw, decoded] = await Promise.all([readFile(path, 'latin1'), readFile(plain, 'latin1')])
  return raw + decoded
}

test('workbench: compressed to a size, watermarked, numbered, redacted, archived, split, protected and unlocked', async ({
  page,
}) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'changes-'))
  const keepEditing = () => button(page, 'Keep editing').click()
  try {
    await writeFile(join(folder, 'raw.pdf'), source)
    const report = join(folder, 'report.pdf')
    await run('qpdf', ['--warning-exit-0', join(folder, 'raw.pdf'), report])
    const photo = join(folder, 'photo.jpg')
    const [width, height] = [900, 700]
    await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toFile(photo)
    expect((await stat(photo)).size).toBeGreaterThan(400_000)
    await page.goto('/tools/workbench')
    await files(page).setInputFiles([report, photo])
    await expect(panel(page).locator('canvas:visible')).toHaveCount(3)

    await choose(page, 'Compress to a size')
    await page.getByLabel('At most, in megabytes').fill('0.3')
    const small = await make(page, 'Compress to a size')
    await run('qpdf', ['--check', small])
    expect((await stat(small)).size).toBeLessThanOrEqual(0.3 * 1024 * 1024)
    expect(await textOf(small)).toContain('Project Bluebird begins')
    await keepEditing()

    await choose(page, 'Watermark')
    await page.getByLabel('Text', { exact: true }).fill('DRAFT')
    await page.getByLabel('Rotation in degrees').fill('0')
    const marked = await make(page, 'Watermark')
    await run('qpdf', ['--check', marked])
    expect((await textOf(marked)).match(/DRAFT/g)).toHaveLength(3)
    await keepEditing()

    await choose(page, 'Page numbers')
    await page.getByLabel('Top left').fill('Board papers')
    await page.getByText('More options').click()
    await page.getByLabel('Only on these pages').fill('2-')
    const numbered = await make(page, 'Page numbers')
    await run('qpdf', ['--check', numbered])
    const pages = (await textOf(numbered)).split('\f')
    expect(
      pages.map(text => [/Board papers/.test(text), /\d+\/\d+/.exec(text.replaceAll(/\s/g, ''))?.[0]]),
    ).toEqual([
      [false, undefined],
      [true, '2/3'],
      [true, '3/3'],
      [false, undefined],
    ])
    await keepEditing()

    await choose(page, 'Redact')
    await page.getByLabel('Words to remove').fill('Bluebird')
    await page.getByRole('checkbox', { name: 'Email addresses' }).check()
    await choose(page, 'One PDF')
    const redacted = await make(page, 'Redact')
    await run('qpdf', ['--check', redacted])
    await expect(page.getByText('Proof of the redaction')).toBeVisible()
    await expect(page.getByText('Download report')).toBeVisible()
    expect(await textOf(redacted)).toContain('Public finale')
    expect(await textOf(redacted)).not.toMatch(/Bluebird|ada@|example/)
    expect(await bytesOf(redacted)).not.toMatch(/Bluebird|ada@|example\.com/)
    await keepEditing()

    await choose(page, 'PDF/A')
    const archived = await make(page, 'PDF/A')
    await run('qpdf', ['--check', archived])
    expect(await bytesOf(archived)).toMatch(/pdfaid:part(>|=")2/)
    await expect(page.getByText('Download the report')).toBeVisible()
    await keepEditing()

    await button(page, 'Remove photo').click()
    await choose(page, 'Split at bookmarks')
    const parts = await readZip(await readFile(await make(page, 'Split at bookmarks')))
    expect(parts.size).toBe(2)
    for (const [name, bytes] of parts) {
      await writeFile(join(folder, name), bytes)
      await run('qpdf', ['--check', join(folder, name)])
    }
    await keepEditing()

    await choose(page, 'Protect with a password')
    await page.getByLabel('Password', { exact: true }).fill('sesame')
    await page.getByRole('switch', { name: 'Allow copying text' }).click()
    const locked = await make(page, 'Protect with a password')
    const { stdout: limits } = await run('qpdf', ['--password=sesame', '--show-encryption', locked])
    expect(limits).toContain('extract for any purpose: not allowed')
    await run('qpdf', ['--password=sesame', '--check', locked])

    await button(page, 'Start a new one').click()
    await files(page).setInputFiles({
      name: 'locked.pdf',
      mimeType: 'application/pdf',
      buffer: await readFile(locked),
    })
    await button(page, 'Enter password: locked').click()
    await page.getByLabel('File password').fill('sesame')
    await button(page, 'Open').click()
    await expect(panel(page).locator('canvas:visible')).toHaveCount(2)
    await choose(page, 'Remove the password')
    const unlocked = await make(page, 'Remove the password')
    await run('qpdf', ['--check', unlocked])
    await expect(run('qpdf', ['--is-encrypted', unlocked])).rejects.toMatchObject({ code: 2 })
    expect(await textOf(unlocked)).toContain('Public finale')
  } finally {
    await rm(folder, { recursive: true })
  }
})
