/** PDF Workbench: merging, splitting, reordering and rotating pages, on real files. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { joinPasswords } from '@filesmith/contract/operations/file-passwords'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { pdfSample, qpdfOutput, usePdfTools } from './support/pdf-tools-harness.ts'

const tools = usePdfTools()

const organize = (files: readonly string[], options: object = {}) =>
  tools.run({ ability: 'pdf-organize', files: files.map(pdfSample), options })

async function pagesOf(name: string): Promise<readonly string[]> {
  return (await readPdf(pdfSample(name))).pages
}

test('organize: merges files in their order', async () => {
  const merged = await readPdf((await organize(['columns', 'table-wide'])).path)
  expect(merged.pages).toEqual([...(await pagesOf('columns')), ...(await pagesOf('table-wide'))])
})

test('organize: takes pages in any order, from several files, with empty pages between', async () => {
  const [running, lists] = [await pagesOf('running'), await pagesOf('lists')]
  const { path } = await organize(['running', 'lists'], { pages: '2:1, blank, 1:2, 1:1@90' })
  expect((await readPdf(path)).pages).toEqual([lists[0], '', running[1], running[0]])
})

test('organize: several documents come as one ZIP file', async () => {
  const result = await organize(['running'], { pages: '1; 2' })
  expect(result).toMatchObject({ format: 'zip', pages: 2 })
  expect([...(await readZip(result.bytes)).keys()]).toEqual(['book-1.pdf', 'book-2.pdf'])
})

test('organize: names a page that does not exist', async () => {
  await expect(organize(['running'], { pages: '99' })).rejects.toThrow(
    'There is no page 99; the file has 5 pages.',
  )
})

test('organize: a damaged file is repaired with a warning', async () => {
  const whole = await readFile(pdfSample('running'))
  const damaged = join(tools.folder, 'damaged.pdf')
  // Without its table of objects.
  await writeFile(damaged, whole.subarray(0, whole.lastIndexOf('startxref')))
  const { warnings, path } = await tools.run({
    ability: 'pdf-organize',
    files: [damaged, pdfSample('lists')],
    options: { pages: '1:2, 2:1' },
  })
  expect(warnings).toEqual(['Damage in damaged.pdf was repaired; parts may be missing.'])
  expect((await readPdf(path)).pages).toEqual([(await pagesOf('running'))[1], (await pagesOf('lists'))[0]])
})

test('organize: a protected file needs its password', async () => {
  await expect(organize(['locked'])).rejects.toMatchObject({ code: 'password-needed' })
})

test('organize: each file has its own password, and a missing or wrong one names the file', async () => {
  const files = await Promise.all(
    ['north', 'south'].map(async name => {
      const path = join(tools.folder, `${name}.pdf`)
      await qpdfOutput('--encrypt', `${name}-sea`, 'owner', '256', '--', pdfSample('lists'), path)
      return path
    }),
  )
  const merge = (passwords: string, password = '') =>
    tools.run({
      ability: 'pdf-organize',
      files: [pdfSample('lists'), ...files],
      password: joinPasswords({ password, passwords }) ?? '',
    })
  const lists = await pagesOf('lists')
  const { path } = await merge('\nnorth-sea\nsouth-sea')
  expect((await readPdf(path)).pages).toEqual([...lists, ...lists, ...lists])
  expect((await readPdf((await merge('\nnorth-sea', 'south-sea')).path)).pages).toHaveLength(3 * lists.length)
  await expect(merge('\nnorth-sea')).rejects.toMatchObject({
    code: 'password-needed',
    message: 'south.pdf is password-protected. Please enter its password.',
  })
  await expect(merge('\nsouth-sea\nnorth-sea')).rejects.toMatchObject({
    code: 'password-wrong',
    message: 'Wrong password for north.pdf.',
  })
})
