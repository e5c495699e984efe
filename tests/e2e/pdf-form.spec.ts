/** PDF Workbench: a form is filled in over its pages by mouse and keyboard, stays after a reload, and is saved. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeFormPdf } from '@filesmith/engines/pdf-tools/forms/form.fixture'
import { expect, test } from '@playwright/test'
import { expectToast } from './accounts.ts'
import { button } from './locators.ts'

const run = promisify(execFile)

test('workbench: a form is filled in by mouse and keyboard, kept on a reload, saved, and flattened', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'form-'))
  const panel = page.getByRole('tabpanel', { name: 'PDF Workbench' })
  const form = panel.getByRole('region', { name: 'Form' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const save = async () => {
    const downloading = page.waitForEvent('download')
    await button(page, 'Fill in form').click()
    await expectToast(page, 'Success!', 'Your PDF has been made successfully.')
    return (await downloading).path()
  }
  try {
    await page.goto('/tools/workbench')
    const files = panel.locator('input[type=file]:not([webkitdirectory])').first()
    await files.setInputFiles(await writeFormPdf(join(folder, 'form.pdf')))
    await page.getByRole('radio', { name: 'Fill in form' }).check()
    await expect(form.getByRole('img', { name: 'Large preview of page 1' })).toBeVisible()
    await expect(field('person.city')).toHaveValue('Paris')
    await expect(field('total')).toHaveJSProperty('readOnly', true)

    // From field to field by keyboard.
    await field('Your full name (required)').click()
    await page.keyboard.type('Zoë Łukasz')
    await page.keyboard.press('Tab')
    await expect(field('person.city')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('First line')
    await page.keyboard.press('Enter')
    await page.keyboard.type('second line')
    await page.keyboard.press('Tab')
    await page.keyboard.type('12345678')
    await expect(field('code')).toHaveValue('123456')
    await field('member').focus()
    await page.keyboard.press('Space')
    await field('size: M').click()
    await field('days').selectOption(['Monday', 'Wednesday'])
    await field('country').fill('Česko')
    await field('sideways').fill('On page two')

    await page.reload()
    await expect(field('Your full name (required)')).toHaveValue('Zoë Łukasz')
    await expect(field('size: M')).toBeChecked()

    const saved = await save()
    const { stdout: json } = await run('qpdf', [saved, '--json=2', '--json-key=acroform'])
    expect(json).toContain('"value": "u:Zoë Łukasz"')
    expect(json).toContain('"value": "/Yes"')
    await run('qpdf', ['--check', saved])

    await button(page, 'Keep editing').click()
    await page.getByRole('switch', { name: /^Flatten/ }).click()
    const flattened = await save()
    const { stdout: text } = await run('pdftotext', ['-layout', flattened, '-'])
    for (const part of ['Zoë Łukasz', 'second line', 'Česko', 'On page two']) expect(text).toContain(part)
    const { stdout: left } = await run('qpdf', [flattened, '--json=2', '--json-key=acroform'])
    expect(left).toContain('"hasacroform": false')
  } finally {
    await rm(folder, { recursive: true })
  }
})
