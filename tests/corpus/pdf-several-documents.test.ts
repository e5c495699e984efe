import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { pdfLib } from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { usePdfTools } from './support/pdf-tools-harness.ts'

const run = promisify(execFile)
const tools = usePdfTools()

/** Two pages with the name and their number. */
async function writeDocument(name: string, password?: string): Promise<string> {
  const document = await pdfLib.PDFDocument.create()
  for (const number of [1, 2])
    document.addPage([300, 300]).drawText(`${name} ${number}`, { x: 40, y: 150, size: 18 })
  const path = join(tools.folder, `${name}.pdf`)
  await writeFile(path, await document.save())
  if (password === undefined) return path
  const locked = join(tools.folder, `${name}-locked.pdf`)
  await run('/usr/bin/qpdf', ['--encrypt', password, password, '256', '--', path, locked])
  return locked
}

async function textsIn(bytes: Buffer, password = ''): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [name, data] of await readZip(bytes)) {
    if (!name.endsWith('.pdf')) continue
    const path = join(tools.folder, `unpacked-${name}`)
    await writeFile(path, data)
    const opened = `${path}.open`
    await run('/usr/bin/qpdf', [`--password=${password}`, '--decrypt', path, opened])
    texts[name] = (await readPdf(opened)).pages.join(' ').replaceAll(/\s+/g, '')
  }
  return texts
}

test('PDF tools: each file by itself, with its own password, and chosen pages of each', async () => {
  const files = [await writeDocument('ash', 'one'), await writeDocument('oak', 'two')]
  const { format, pages, bytes } = await tools.run({
    ability: 'pdf-number',
    files,
    options: { separate: true, pages: '2', bottomCenter: 'No. {page} of {pages}' },
    password: 'two\none',
  })
  expect([format, pages]).toEqual(['zip', 2])
  expect(await textsIn(bytes)).toEqual({
    'ash-locked.pdf': 'ash2No.1of1',
    'oak-locked.pdf': 'oak2No.1of1',
  })
})

test('PDF tools: documents of a list of pages, protected again; names are not used twice', async () => {
  const files = [await writeDocument('elm', 'old'), await writeDocument('fir')]
  const { bytes, notes } = await tools.run({
    ability: 'pdf-protect',
    files,
    options: { pages: '1:2, 2:1; 2:2; 1:1' },
    password: 'new\nold',
    resultPassword: 'new',
  })
  expect(notes).toEqual(undefined)
  expect(await textsIn(bytes, 'new')).toEqual({
    'elm-locked.pdf': 'elm2fir1',
    'fir.pdf': 'fir2',
    'elm-locked-2.pdf': 'elm1',
  })
})

test('PDF tools: areas and stamps of one of several documents, and of each', async () => {
  const files = [await writeDocument('ivy'), await writeDocument('rye')]
  const pages = '1:1-2; 2:2'
  const whole = { x: 0, y: 0, width: 300, height: 300 }
  const redacted = await tools.run({
    ability: 'pdf-redact',
    files,
    options: { pages, areas: [{ document: 1, page: 2, ...whole }] },
  })
  expect(await textsIn(redacted.bytes)).toEqual({ 'ivy.pdf': 'ivy1', 'rye.pdf': 'rye2' })
  const stamp = (text: string) => ({ text, x: 10, y: 10, width: 50 })
  const stamped = await tools.run({
    ability: 'pdf-stamp',
    files,
    options: { pages, stamps: [{ ...stamp('A'), onPages: '2', document: 1 }, stamp('B')] },
  })
  expect(await textsIn(stamped.bytes)).toEqual({ 'ivy.pdf': 'ivy1Bivy2AB', 'rye.pdf': 'rye2B' })
  await expect(
    tools.run({ ability: 'pdf-stamp', files, options: { pages, stamps: [{ ...stamp('A'), document: 3 }] } }),
  ).rejects.toMatchObject({ code: 'invalid-request' })
})

test('PDF tools: a repair of several documents names the damage of each', async () => {
  const damaged = join(tools.folder, 'cut.pdf')
  const bytes = await readFile(await writeDocument('hay'))
  await writeFile(damaged, bytes.subarray(0, bytes.lastIndexOf('startxref')))
  const { notes, ...result } = await tools.run({
    ability: 'pdf-repair',
    files: [damaged, await writeDocument('oat')],
    options: { pages: '1:1-2; 2:1-2' },
  })
  expect(await textsIn(result.bytes)).toEqual({ 'cut.pdf': 'hay1hay2', 'oat.pdf': 'oat1oat2' })
  expect(notes).toEqual(
    expect.arrayContaining([
      'The table of objects was missing or wrong, and was built again.',
      'No damage was found. The file was written again.',
    ]),
  )
})

test('PDF tools: parts of each result are in the archive', async () => {
  const file = await writeDocument('yew')
  const redacted = await tools.run({
    ability: 'pdf-redact',
    files: [file],
    options: { pages: '1; 2', words: ['yew'] },
  })
  expect([...(await readZip(redacted.bytes)).keys()]).toEqual([
    'yew.pdf',
    'yew-redaction-report.json',
    'yew-2.pdf',
    'yew-2-redaction-report.json',
  ])
})

test('PDF tools: a file that cannot be read is named, and the others are delivered', async () => {
  const broken = join(tools.folder, 'broken.pdf')
  await writeFile(broken, '%PDF-1.4 nothing')
  const files = [broken, await writeDocument('ivy'), await writeDocument('box', 'secret')]
  const options = { separate: true }
  const { bytes, pages, warnings } = await tools.run({ ability: 'pdf-number', files, options })
  expect([pages, [...(await readZip(bytes)).keys()]]).toEqual([1, ['ivy.pdf']])
  expect(warnings).toEqual([
    'broken.pdf is missing: This PDF file is damaged or incomplete and cannot be read.',
    expect.stringMatching(/^box-locked\.pdf is missing: .*password/),
  ])
  await expect(tools.run({ ability: 'pdf-number', files: [broken, broken], options })).rejects.toMatchObject({
    code: 'file-damaged',
  })
})
