/** Operations that only Any file, the API and the command line offer, over real HTTP: each converts a small file. */
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { describeFont } from '@filesmith/engines/data/fonts/describe-font.fixture'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeZip } from '../corpus/support/write-zip.ts'
import { drawPng } from '../support/images.ts'
import { createMember, type Member, putOnPlan } from '../support/member.ts'
import { readZip } from '../support/read-zip.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

let filesmith: TestFilesmith
let member: Member
beforeAll(async () => {
  filesmith = await startFilesmith()
  member = await createMember(filesmith.baseUrl)
  // RAR, which comics are packed as, is not part of Free.
  await putOnPlan(filesmith, member, 'pro')
})
afterAll(() => filesmith.stop())

interface Sent {
  readonly operation: OperationId
  readonly name: string
  readonly content: Buffer | string
  readonly fields: Record<string, string>
}

async function convert({ operation, name, content, fields }: Sent): Promise<Buffer> {
  const reply = await member.convert(
    new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
    name,
    fields,
    { operation },
  )
  return await download(reply)
}

async function download(reply: Response): Promise<Buffer> {
  const body = (await reply.json()) as { downloadUrl: string }
  expect([reply.status, body]).toMatchObject([200, { downloadUrl: expect.any(String) }])
  return Buffer.from(await (await member.fetch(body.downloadUrl)).arrayBuffer())
}

async function pagesOf(pdf: Buffer): Promise<readonly string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'filesmith-pages-'))
  const path = join(folder.path, 'result.pdf')
  await writeFile(path, pdf)
  return (await readPdf(path)).pages
}

async function textsOf(archive: Buffer): Promise<Record<string, string>> {
  const files = [...(await readZip(archive))].filter(([name]) => !name.endsWith('/'))
  return Object.fromEntries(files.map(([name, bytes]) => [name, `${bytes}`]))
}

const to = (outputFormat: string) => ({ outputFormat })
const sample = (name: string) => readFile(new URL(`../corpus/samples/${name}`, import.meta.url))

const mail = [
  'From: Ada <ada@example.org>',
  'To: bo@example.org',
  'Subject: The harbor',
  'Content-Type: multipart/mixed; boundary=edge',
  '',
  '--edge',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Boats leave at noon.',
  '--edge',
  'Content-Type: text/csv; name="fees.csv"',
  'Content-Disposition: attachment; filename="fees.csv"',
  '',
  'port,fee',
  'Lisbon,38',
  '--edge--',
  '',
].join('\r\n')

test('convert-archive: ZIP to 7Z and back keeps files and folders', async () => {
  const content = writeZip({ 'a.txt': 'first', 'deep/b.txt': 'second' })
  const sent = { operation: 'convert-archive', content } as const
  const packed = await convert({ ...sent, name: 'letters.zip', fields: to('7z') })
  const zip = await convert({ ...sent, name: 'letters.7z', content: packed, fields: to('zip') })
  expect(await textsOf(zip)).toEqual({ 'a.txt': 'first', 'deep/b.txt': 'second' })
})

test('convert-book: a Kindle book to DOCX keeps text and chapters', async () => {
  const docx = await convert({
    operation: 'convert-book',
    name: 'harbor.azw3',
    content: await sample('books/harbor.azw3'),
    fields: to('docx'),
  })
  const document = (await textsOf(docx))['word/document.xml'] ?? ''
  const text = document.replace(/<[^>]*>/g, '')
  expect(text).toMatch(/First chapter[\s\S]*Ünïcödé 日本語[\s\S]*Second chapter[\s\S]*More text here/)
  expect(document).toMatch(/w:pStyle w:val="Heading\d"/)
})

test('convert-comic: a CBR, packed by the site itself, to CBZ keeps the pages', async () => {
  const [first, second] = [await drawPng(40, 60), await drawPng(60, 60)]
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(first)]), 'p2.png')
  form.append('file', new Blob([new Uint8Array(second)]), 'p10.png')
  form.set('compressionFormat', 'rar')
  const { path } = operations['compress-files']
  const rar = await download(await member.fetch(path, { method: 'POST', body: form }))
  const cbz = await convert({
    operation: 'convert-comic',
    name: 'comic.cbr',
    content: rar,
    fields: to('cbz'),
  })
  const pages = [...(await readZip(cbz)).values()]
  expect(pages.map(page => page.equals(first) || page.equals(second))).toEqual([true, true])
  expect((await sharp(pages[0]).metadata()).width).toBe(40)
})

test('convert-markup: Markdown to PDF has its headings, table and code', async () => {
  const content = '# Fees\n\n| port | fee |\n|---|---|\n| Lisbon | 38 |\n\n```\nnoon()\n```\n\n漢字\n'
  const pdf = await convert({ operation: 'convert-markup', name: 'fees.md', content, fields: to('pdf') })
  expect((await pagesOf(pdf)).join(' ')).toMatch(/Fees.*port.*fee.*Lisbon.*38.*noon\(\).*漢字/s)
})

test('convert-mail: a mail to PDF has its text; to ZIP its attachments', async () => {
  const sent = { operation: 'convert-mail', name: 'harbor.eml', content: mail } as const
  const pdf = await convert({ ...sent, fields: to('pdf') })
  expect((await pagesOf(pdf)).join(' ')).toMatch(/The harbor[\s\S]*Boats leave at noon\./)
  const files = await textsOf(await convert({ ...sent, fields: to('zip') }))
  expect(Object.entries(files).find(([name]) => name.endsWith('fees.csv'))?.[1]).toContain('Lisbon,38')
})

test('convert-contacts and convert-calendar: cards and events become rows', async () => {
  const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nTEL:+44 20 7946 0000\r\nEND:VCARD\r\n'
  const csv = await convert({
    operation: 'convert-contacts',
    name: 'ada.vcf',
    content: card,
    fields: to('csv'),
  })
  expect(`${csv}`).toMatch(/Ada Lovelace[\s\S]*\+44 20 7946 0000/)
  const event = 'BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261118T090000Z\r\nSUMMARY:Noon boat\r\nEND:VEVENT\r\n'
  const json = await convert({
    operation: 'convert-calendar',
    name: 'boats.ics',
    content: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${event}END:VCALENDAR\r\n`,
    fields: to('json'),
  })
  expect(`${json}`).toContain('Noon boat')
})

test('convert-font: TTF to WOFF2 and back is the same font', async () => {
  const font = await readFile('/usr/share/fonts/truetype/noto/NotoSansOgham-Regular.ttf')
  const sent = { operation: 'convert-font', name: 'ogham.ttf', content: font } as const
  const woff2 = await convert({ ...sent, fields: to('woff2') })
  expect(`${woff2.subarray(0, 4)}`).toBe('wOF2')
  const ttf = await convert({ ...sent, name: 'ogham.woff2', content: woff2, fields: to('ttf') })
  // WOFF2 drops the signature, which would not be valid.
  expect(describeFont(ttf)).toEqual(describeFont(font))
})

test('convert-drawing: SVG to PDF keeps its text', async () => {
  const content =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><text x="10" y="40" font-family="Liberation Sans" font-size="20">Harbor plan</text></svg>'
  const pdf = await convert({ operation: 'convert-drawing', name: 'plan.svg', content, fields: to('pdf') })
  expect(await pagesOf(pdf)).toEqual([expect.stringContaining('Harbor plan')])
})

test('create-favicons: an image becomes icons of every size, with the name and color in the manifest', async () => {
  const zip = await convert({
    operation: 'create-favicons',
    name: 'logo.png',
    content: await drawPng(64, 64),
    fields: { name: 'Harbor' },
  })
  const files = await readZip(zip)
  const manifest = [...files].find(([name]) => name.endsWith('.webmanifest'))?.[1]
  expect(JSON.parse(`${manifest}`)).toMatchObject({ name: 'Harbor' })
  expect([...files.keys()]).toContain('favicon.ico')
})
