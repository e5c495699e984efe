/** PDF Workbench: bookmarks, links, fields, tags and layers of merged, reordered and extracted pages, read with pdf.js. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openForRendering } from '@filesmith/engines/pdf/render/render-page'
import { beforeAll, expect, test } from 'vitest'
import { qpdfOutput, usePdfTools } from './support/pdf-tools-harness.ts'
import { readPdfStructure } from './support/read-pdf-structure.ts'
import { RawPdf, writeStructuredPdf } from './support/structured-pdf.ts'

const tools = usePdfTools()
let [a, b] = ['', '']

beforeAll(async () => {
  a = await writeStructuredPdf(join(tools.folder, 'a.pdf'), 'A', 3)
  b = await writeStructuredPdf(join(tools.folder, 'b.pdf'), 'B', 2)
})

async function organized(files: readonly string[], pages = '') {
  const { path, notes } = await tools.run({ ability: 'pdf-organize', files, options: { pages } })
  return { path, notes, ...(await readPdfStructure(path)) }
}

/** All objects and uncompressed streams. */
const contentOf = (path: string) =>
  qpdfOutput('--qdf', '--object-streams=disable', '--no-original-object-ids', path, '-')

test('merge: bookmarks of each file are below its name and show its pages', async () => {
  const { outline } = await organized([a, b])
  expect(outline).toEqual([
    'a: 1',
    '  A chapter 1: 1',
    '    A section 1: 1',
    '  A chapter 2: 2',
    '    A section 2: 2',
    '  A chapter 3: 3',
    '    A section 3: 3',
    'b: 4',
    '  B chapter 1: 4',
    '    B section 1: 4',
    '  B chapter 2: 5',
    '    B section 2: 5',
  ])
})

test('merge: links and named destinations of both files lead to their own pages', async () => {
  const { links, destinations, openedPage } = await organized([a, b])
  expect(links).toEqual(['1: 2', '1: 3', '2: 3', '2: 3', '3: 3', '4: 5', '4: 5', '5: 5'])
  expect(destinations).toEqual({ start: 1, end: 3, 'start-2': 4, 'end-2': 5 })
  expect(openedPage).toBe(1)
})

test('merge: fields with the same name keep their values', async () => {
  const { fields, notes } = await organized([a, b])
  expect(fields).toEqual({
    name: 'A value on page 1',
    'address.city': 'A city on page 2',
    'name-2': 'B value on page 4',
    'address-2.city': 'B city on page 5',
  })
  expect(notes).toEqual(['Form fields with the same names were renamed, so that each keeps its value.'])
})

test('merge: labels, tags, layers, attachments and settings of the files', async () => {
  const merged = await organized([a, b])
  expect(merged).toMatchObject({
    labels: ['A-i', 'A-ii', 'A-iii', 'B-i', 'B-ii'],
    // The role "Head" stands for another heading in each file.
    roles: [...Array(3).fill(['Root', 'Sect', 'H1']), ...Array(2).fill(['Root', 'Sect', 'H2'])],
    layers: ['A layer 1 (hidden)', 'A layer 2', 'A layer 3', 'B layer 1 (hidden)', 'B layer 2'],
    attachments: ['notes.txt', 'notes.txt-2'],
    isMarked: true,
    pageMode: 'UseOutlines',
    info: { Title: 'Title of A', Language: 'en' },
  })
  const content = await contentOf(merged.path)
  expect(content).toMatch(/\/Lang \(de\)/)
  expect(content.match(/keywords of \w/g)).toEqual(['keywords of A'])
})

test('merge: the largest file need not be the first', async () => {
  const { outline, info, roles } = await organized([b, a])
  expect(outline.slice(0, 3)).toEqual(['b: 1', '  B chapter 1: 1', '    B section 1: 1'])
  expect(info).toMatchObject({ Title: 'Title of B' })
  expect(roles.map(each => each.at(-1))).toEqual(['H2', 'H2', 'H1', 'H1', 'H1'])
})

test('extract: what leads to removed pages is dropped', async () => {
  expect(await organized([a], '2')).toMatchObject({
    pageCount: 1,
    outline: ['A chapter 2: 1', '  A section 2: 1'],
    links: [],
    destinations: {},
    fields: { 'address.city': 'A city on page 1' },
    labels: ['A-ii'],
    roles: [['Root', 'Sect', 'H1']],
    layers: ['A layer 2'],
    // With the first page only.
    attachments: [],
    notes: ['Files attached to a are only in the document with its first page.'],
    openedPage: undefined,
    info: { Title: 'Title of A' },
  })
})

test.each(['1', '2', '3'])('extract: page %s carries nothing of the other pages', async page => {
  const content = await contentOf((await organized([a], page)).path)
  const others = ['1', '2', '3'].filter(each => each !== page)
  for (const what of ['page', 'image', 'tag', 'chapter', 'section', 'layer']) {
    expect(content).toContain(`A ${what} ${page}`)
    for (const other of others) expect(content).not.toContain(`A ${what} ${other}`)
  }
  expect(content.includes('A value')).toBe(page === '1')
  expect(content.includes('notes of A')).toBe(page === '1')
  expect(content.includes('A city')).toBe(page === '2')
  expect(content.match(/\/Type \/Bead/g)).toHaveLength(1)
  expect(content.match(/\/Type \/Page$/gm)).toHaveLength(1)
})

test('reorder: bookmarks and links follow their pages', async () => {
  const { outline, links, labels } = await organized([a], '3, 1, 2')
  expect(outline.filter(line => line.includes('chapter'))).toEqual([
    'A chapter 1: 2',
    'A chapter 2: 3',
    'A chapter 3: 1',
  ])
  expect(links).toEqual(['1: 1', '2: 3', '2: 1', '3: 1', '3: 1'])
  expect(labels).toEqual(['A-iii', 'A-i', 'A-ii'])
})

test('repeat: a page that is taken twice has fields, links and tags twice', async () => {
  const { fields, links, roles, path } = await organized([a], '1, 2, 1')
  expect(fields).toEqual({
    name: 'A value on page 1',
    'address.city': 'A city on page 2',
    'name-2': 'A value on page 3',
  })
  expect(links).toEqual(['1: 2', '3: 2'])
  expect(roles).toEqual(Array(3).fill(['Root', 'Sect', 'H1']))
  const ids = (await contentOf(path)).match(/\/Subtype \/Widget/g)
  expect(ids).toHaveLength(3)
})

test('blank: an empty page has the size of the page before it', async () => {
  const { path } = await organized([a], '2, blank')
  const document = await openForRendering(await readFile(path), { maxPages: 9, maxPixels: 1e6 })
  expect([...document.pages()].map(page => page.getOriginalSize())).toEqual(
    Array(2).fill({ originalWidth: 300, originalHeight: 800 }),
  )
  document.destroy()
})

test('blank: a document of empty pages has nothing of the file', async () => {
  const { path, pageCount } = await organized([a], 'blank, blank')
  expect(pageCount).toBe(2)
  expect(await contentOf(path)).not.toMatch(/Title of A|notes/)
})

test('signature: is removed with a note', async () => {
  const pdf = new RawPdf()
  const [page, tree] = [pdf.add(null), pdf.add(null)]
  const value = pdf.add({ '/Type': '/Sig', '/Contents': 'u:signed', '/ByteRange': [0, 1, 2, 3] })
  const widget = { '/Type': '/Annot', '/Subtype': '/Widget', '/Rect': [0, 0, 9, 9], '/P': page }
  const field = pdf.add({ ...widget, '/FT': '/Sig', '/T': 'u:signature', '/V': value })
  pdf.set(page, { '/Type': '/Page', '/Parent': tree, '/MediaBox': [0, 0, 99, 99], '/Annots': [field] })
  pdf.set(tree, { '/Type': '/Pages', '/Kids': [page], '/Count': 1 })
  const catalog = { '/Type': '/Catalog', '/Pages': tree, '/AcroForm': { '/Fields': [field], '/SigFlags': 3 } }
  const signed = await pdf.write(join(tools.folder, 'signed.pdf'), { '/Root': pdf.add(catalog) })
  const { notes, path } = await organized([signed, b])
  expect(notes).toContain('Digital signatures were removed, since they are valid for the original file only.')
  expect(await contentOf(path)).not.toContain('ByteRange')
})

// qpdf 11.3 undoes changes of objects in object streams when it reads another object of the same stream.
test('extract: pages of a file with object streams carry nothing of the other pages', async () => {
  const pdf = new RawPdf()
  const tree = pdf.add(null)
  const pages = Array.from({ length: 120 }, () => pdf.add(null))
  for (const [index, page] of pages.entries()) {
    const next = pages[(index * 7 + 1) % pages.length] ?? null
    const link = { '/Type': '/Annot', '/Subtype': '/Link', '/Rect': [0, 0, 9, 9], '/Dest': [next, '/Fit'] }
    const note = {
      '/Type': '/Annot',
      '/Subtype': '/Text',
      '/Rect': [0, 0, 9, 9],
      '/Contents': `u:note ${index + 1}`,
    }
    pdf.set(page, {
      '/Type': '/Page',
      '/Parent': tree,
      '/MediaBox': [0, 0, 99, 99],
      '/Annots': [pdf.add(link), pdf.add(note)],
      '/Contents': pdf.addStream(`% page ${index + 1}`),
    })
  }
  pdf.set(tree, { '/Type': '/Pages', '/Kids': pages, '/Count': pages.length })
  const plain = join(tools.folder, 'plain.pdf')
  await pdf.write(plain, { '/Root': pdf.add({ '/Type': '/Catalog', '/Pages': tree }) })
  const packed = join(tools.folder, 'packed.pdf')
  await qpdfOutput('--object-streams=generate', plain, packed)
  const content = await contentOf((await organized([packed], '21-25')).path)
  const wanted = [21, 22, 23, 24, 25]
  expect(content.match(/^% page \d+$/gm)).toEqual(wanted.map(page => `% page ${page}`))
  expect(content.match(/note \d+/g)).toEqual(wanted.map(page => `note ${page}`))
})
