import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paidInvoice } from '../../database/paid-invoice.fixture.ts'
import type { InvoiceParties } from './pdfkit-invoice-writer.ts'
import { createPdfkitInvoiceWriter } from './pdfkit-invoice-writer.ts'

const parties: InvoiceParties = {
  from: ['Filesmith GmbH', 'Musterstraße 12', 'Łódź'],
  username: 'anna',
  email: 'anna@example.org',
  isTest: false,
}
/** A private-use character that no font has. */
const unknownLetter = '\u{10FFFD}'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-invoices-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const write = (invoice = paidInvoice, changes: Partial<InvoiceParties> = {}) =>
  createPdfkitInvoiceWriter().write(invoice, { ...parties, ...changes })

async function wordsOf(pdf: Buffer): Promise<string> {
  const path = join(folder, 'invoice.pdf')
  await writeFile(path, pdf)
  const { pages } = await readPdf(path)
  expect(pages).toHaveLength(1)
  return pages.join('')
}

test('FMT-04 invoice PDF: shows issuer, customer, plan and amounts', async () => {
  const words = await wordsOf(await write({ ...paidInvoice, price: 999, amount: 750, refunded: 250 }))
  for (const part of [
    'Filesmith',
    'Invoice number FS-2026-000042',
    'Date of issue November 15, 2026',
    'From Filesmith GmbH Musterstraße 12 Łódź',
    'Billed to anna anna@example.org',
    'Basic plan, monthly November 15, 2026 to December 15, 2026 $9.99',
    'Credit for unused time −$2.49',
    'Total paid $7.50',
    'Refunded −$2.50',
    'Paid after refund $5.00',
    'US dollars (USD)',
  ]) {
    expect(words).toContain(part)
  }
})

test('PAY-09 invoice PDF: only the invoice of a test payment is marked as test', async () => {
  expect(await wordsOf(await write(paidInvoice, { isTest: true }))).toContain('Test mode: no money moved')
  expect(await wordsOf(await write())).not.toMatch(/test/i)
})

test('invoice PDF: has title, language and structure tags', async () => {
  const source = (await write()).toString('latin1')
  expect(source).toMatch(/^%PDF-1\.7/)
  expect(source).toMatch(/\/Title \d+ 0 R/)
  expect(source).toContain('(Invoice FS-2026-000042)')
  expect(source).toContain('/DisplayDocTitle true')
  expect(source).toContain('/Lang (en-US)')
  expect(source).toContain('/Marked true')
  const kinds = [...source.matchAll(/\/S \/(\w+)/g)].map(([, kind]) => kind)
  expect(kinds.filter(kind => kind === 'TR')).toHaveLength(3)
  expect(kinds).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'Table', 'TH', 'TD']))
})

test('invoice PDF: the same invoice gives identical bytes', async () => {
  const [one, other] = [await write(), await write()]
  expect(one.equals(other)).toBe(true)
  expect(one.equals(await write({ ...paidInvoice, number: 'FS-2026-000043' }))).toBe(false)
})

test.each(['Ольга.Петрова', '山田太郎', 'Zoë-Łukasz'])(
  'invoice PDF: shows the user name in any script: %s',
  async username => {
    expect(await wordsOf(await write(paidInvoice, { username }))).toContain(`${username} anna@example.org`)
  },
)

test.each([
  ['no font anywhere has it', `anna${unknownLetter}`, undefined],
  ['there are no further fonts on the machine', 'Ольга', ''],
])('invoice PDF: omits the user name when %s', async (_, username, path) => {
  if (path !== undefined) vi.stubEnv('PATH', path)
  expect(await wordsOf(await write(paidInvoice, { username }))).toContain('Billed to anna@example.org')
})

test('invoice PDF: replaces unsupported characters of the issuer', async () => {
  expect(await wordsOf(await write(paidInvoice, { from: [`Smiths ${unknownLetter}`, ''] }))).toContain(
    'From Smiths ? Billed to',
  )
})

test('invoice PDF: wraps an email address longer than its column', async () => {
  const email = `${'long.name.'.repeat(12)}x@example.org`
  const words = await wordsOf(await write(paidInvoice, { email }))
  expect(words.replaceAll(' ', '')).toContain(`Billedtoanna${email}Description`)
})
