import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { pdfRequest, withFormValues } from './pdf.ts'

const requested = (name: string, options: Record<string, string> = {}) => {
  const request = pdfRequest(name, new Map(Object.entries(options)))
  return { operation: request.operation, options: Object.fromEntries(request.options) }
}

test('pdf: merge and split are organize-pdf', () => {
  expect(requested('merge')).toEqual({ operation: 'organize-pdf', options: {} })
  expect(requested('split', { pages: '10' })).toEqual({
    operation: 'organize-pdf',
    options: { split: 'pages', 'split-pages': '10' },
  })
  expect(requested('split', { 'split-megabytes': '5', pages: '1-9' }).options).toEqual({
    split: 'size',
    'split-megabytes': '5',
    pages: '1-9',
  })
  expect(requested('split', { split: 'bookmarks' }).options).toEqual({ split: 'bookmarks' })
  expect(requested('split', { pages: '1-3; 4' }).options).toEqual({ pages: '1-3; 4' })
})

test('pdf: split needs to know where', () => {
  expect(() => requested('split')).toThrow(UsageError)
  expect(() => requested('split', { pages: '1-3' })).toThrow('--split bookmarks')
})

test.each([
  ['organize', 'organize-pdf'],
  ['organize-pdf', 'organize-pdf'],
  ['from-images', 'images-to-pdf'],
  ['fill', 'fill-pdf'],
  ['read-form', 'read-pdf-form'],
  ['archive', 'archive-pdf'],
])('pdf: %s is %s', (name, operation) => {
  expect(requested(name, { pages: '1-5, 8' })).toEqual({ operation, options: { pages: '1-5, 8' } })
})

test('pdf: lists the operations for a name that is none', () => {
  expect(() => requested('resize-image')).toThrow(/merge, split, organize, .*from-images/)
})

test('pdf fill: --values takes JSON, or the name of a JSON or FDF file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'values-'))
  try {
    const [json, fdf] = [join(folder, 'values.json'), join(folder, 'values.fdf')]
    await writeFile(json, '{"name": "Ada"}')
    await writeFile(fdf, '%FDF-1.2\n')
    const filled = async (values: string) => {
      const { files, options } = await withFormValues(['form.pdf'], new Map([['values', values]]))
      return { files, options: Object.fromEntries(options) }
    }
    const isGiven = { files: ['form.pdf'], options: { values: '{"name": "Ada"}' } }
    expect(await filled('{"name": "Ada"}')).toEqual(isGiven)
    expect(await filled(json)).toEqual(isGiven)
    expect(await filled(fdf)).toEqual({ files: ['form.pdf', fdf], options: {} })
    await expect(filled(join(folder, 'none.json'))).rejects.toThrow(UsageError)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('pdf: the name of the result decides between a report and a list of differences', () => {
  const formatFor = (out?: string) => pdfRequest('compare', new Map(), out).to
  expect([formatFor(), formatFor('report.pdf'), formatFor('a/differences.JSON'), formatFor('-')]).toEqual([
    undefined,
    'pdf',
    'json',
    undefined,
  ])
  expect(pdfRequest('compare', new Map([['output-format', 'pdf']]), 'a.json').to).toBeUndefined()
})
