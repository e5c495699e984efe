import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPdfFile, PdfDocument } from '../../qpdf/pdf-document.ts'
import { type PdfDict, type PdfValue, referencedNumber } from '../../qpdf/pdf-value.ts'
import { runQpdf } from '../../qpdf/run-qpdf.ts'
import { writeForbiddenPdf } from '../archive.fixture.ts'
import { makeArchive } from '../make/make-archive.ts'
import { type ArchiveCheck, checkArchive } from './check-archive.ts'
import { type ArchiveRuleId, archiveRules } from './rules.ts'

let folder: string
let archived: string
let count = 0
const newPath = () => join(folder, `${count++}`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-archive-'))
  const given = newPath()
  await writeForbiddenPdf(given)
  archived = newPath()
  await makeArchive({ path: given, resultPath: archived, prefix: newPath(), level: 'conformant' })
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

/** Objects of the file, found by what is in them. */
class Editor {
  readonly document: PdfDocument

  constructor(document: PdfDocument) {
    this.document = document
  }

  edit(isWanted: (dict: PdfDict) => boolean, change: (dict: PdfDict) => PdfDict): void {
    const found: number[] = []
    this.document.walk(this.document.trailer(), number => {
      const dict = this.document.dictionary(`${number} 0 R`)
      if (dict !== undefined && isWanted(dict)) found.push(number)
    })
    const [first] = found
    if (first === undefined) throw new Error('no such object')
    this.document.set(first, change(this.document.dictionary(`${first} 0 R`) ?? {}))
  }

  catalog(change: (dict: PdfDict) => PdfDict): void {
    this.edit(dict => dict['/Type'] === '/Catalog', change)
  }

  page(change: (dict: PdfDict) => PdfDict): void {
    this.edit(dict => dict['/Type'] === '/Page', change)
  }

  annotation(subtype: string, change: (dict: PdfDict) => PdfDict): void {
    this.edit(dict => dict['/Subtype'] === subtype && '/Rect' in dict, change)
  }

  image(change: (dict: PdfDict) => PdfDict): void {
    this.edit(dict => dict['/Subtype'] === '/Image', change)
  }

  font(subtype: string, change: (dict: PdfDict) => PdfDict): void {
    this.edit(
      dict =>
        dict['/Type'] === '/Font' && dict['/Subtype'] === subtype && String(dict['/BaseFont']).includes('+'),
      change,
    )
  }

  /** More content and resources for the page. */
  async content(text: string, resources: PdfDict = {}): Promise<void> {
    const datafile = newPath()
    await writeFile(datafile, text, 'latin1')
    const stream = this.document.setStream({ dict: {}, datafile })
    this.page(page => {
      const known = this.document.dictionary(page['/Resources']) ?? {}
      const merged = Object.entries(resources).map(([kind, entries]): [string, PdfValue] => [
        kind,
        { ...this.document.dictionary(known[kind]), ...this.document.dictionary(entries) },
      ])
      const contents = this.document.array(page['/Contents'])
      return {
        ...page,
        '/Contents': [...(contents.length > 0 ? contents : [page['/Contents'] ?? null]), stream],
        '/Resources': { ...known, ...Object.fromEntries(merged) },
      }
    })
  }

  async stream(data: Buffer, dict: PdfDict): Promise<string> {
    const datafile = newPath()
    await writeFile(datafile, data)
    return this.document.setStream({ dict, datafile })
  }
}

type Case = readonly [ArchiveRuleId, string, (editor: Editor) => void | Promise<void>]

const longText = `u:${'a'.repeat(33_000)}`
const pixel = { '/Type': '/XObject', '/Subtype': '/Image', '/Width': 1, '/Height': 1, '/BitsPerComponent': 8 }

/** Each breaks one rule; those of one group do not touch each other. */
const groups: readonly (readonly Case[])[] = [
  [
    ['information', 'Title differs', ({ document }) => setInformation(document, { '/Title': 'u:Other' })],
    ['external-streams', 'has /F', editor => editor.image(dict => ({ ...dict, '/F': 'u:image.jpg' }))],
    ['limits', 'a string', editor => editor.page(page => ({ ...page, '/Long': longText }))],
    ['operators', 'unknown operator xyz', editor => editor.content('1 xyz')],
    [
      'output-intent',
      'ICC profile is not valid',
      editor =>
        editor.edit(
          ({ '/S': type }) => type === '/GTS_PDFA1',
          dict => ({ ...dict, '/DestOutputProfile': null }),
        ),
    ],
    // Follows from the output intent that was removed.
    ['device-colors', 'DeviceRGB is used', () => {}],
    ['rendering-intents', 'Wrong', editor => editor.content('/Wrong ri')],
    ['images', 'alternates', editor => editor.image(dict => ({ ...dict, '/Alternates': [] }))],
    [
      'annotation-types',
      'Movie',
      editor => editor.annotation('/Highlight', dict => ({ ...dict, '/Subtype': '/Movie' })),
    ],
    ['annotation-flags', 'Link', editor => editor.annotation('/Link', dict => ({ ...dict, '/F': 2 }))],
    ['triggers', 'a page', editor => editor.page(page => ({ ...page, '/AA': {} }))],
    [
      'xfa',
      'XFA',
      editor =>
        editor.catalog(dict => ({
          ...dict,
          '/AcroForm': { ...editor.document.dictionary(dict['/AcroForm']), '/XFA': 'u:a' },
        })),
    ],
    [
      'actions',
      'Launch',
      editor => editor.catalog(dict => ({ ...dict, '/OpenAction': { '/S': '/Launch' } })),
    ],
    [
      'layers',
      'no name',
      editor => editor.catalog(dict => ({ ...dict, '/OCProperties': { '/OCGs': [], '/D': {} } })),
    ],
    ['requirements', 'requires', editor => editor.catalog(dict => ({ ...dict, '/Requirements': [] }))],
    ['permissions', 'Other', editor => editor.catalog(dict => ({ ...dict, '/Perms': { '/Other': {} } }))],
    ['presentations', 'steps', editor => editor.page(page => ({ ...page, '/PresSteps': {} }))],
    [
      'identification',
      'part is not 2',
      editor => setMetadata(editor, text => text.replace('part>2<', 'part>1<')),
    ],
    [
      'font-widths',
      'two widths',
      editor =>
        editor.font('/TrueType', dict => ({
          ...dict,
          '/Widths': editor.document.array(dict['/Widths']).map(() => 7),
        })),
    ],
  ],
  [
    [
      'filters',
      '/LZWDecode',
      editor => editor.image(dict => ({ ...dict, '/Filter': ['/LZWDecode', '/DCTDecode'] })),
    ],
    [
      'names',
      'not UTF-8',
      editor => editor.font('/TrueType', dict => ({ ...dict, '/BaseFont': '/ABCDEF+M\u00fcller' })),
    ],
    ['inline-images', 'LZW', editor => editor.content('BI /W 1 /H 1 /BPC 8 /CS /G /F /LZW ID a\nEI')],
    [
      'color-profiles',
      'not valid',
      async editor => useSpace(editor, ['/ICCBased', await editor.stream(Buffer.from('none'), { '/N': 3 })]),
    ],
    ['spot-colors', 'Gold has two', editor => useSpot(editor)],
    [
      'jpeg-2000',
      'cannot be read',
      async editor =>
        useObject(editor, await editor.stream(Buffer.from('none'), { ...pixel, '/Filter': '/JPXDecode' })),
    ],
    [
      'forms',
      'another file',
      async editor =>
        useObject(
          editor,
          await editor.stream(Buffer.from(''), {
            '/Subtype': '/Form',
            '/BBox': [0, 0, 1, 1],
            '/Resources': {},
            '/Ref': {},
          }),
        ),
    ],
    [
      'transparency',
      'Strange',
      editor =>
        editor.content('/B gs', { '/ExtGState': { '/B': { '/Type': '/ExtGState', '/BM': '/Strange' } } }),
    ],
    [
      'font-dictionaries',
      'no Widths',
      editor => editor.font('/TrueType', ({ '/Widths': _, ...dict }) => dict),
    ],
    [
      'font-encodings',
      'has an encoding',
      editor => editor.font('/TrueType', dict => ({ ...dict, '/Encoding': '/WinAnsiEncoding' })),
    ],
    [
      'font-subsets',
      'CharSet',
      editor =>
        editor.edit(
          dict => '/FontFile2' in dict,
          dict => ({ ...dict, '/CharSet': 'u:/A' }),
        ),
    ],
    ['appearances', 'Highlight', editor => editor.annotation('/Highlight', ({ '/AP': _, ...dict }) => dict)],
    [
      'form-fields',
      'has an action',
      editor => editor.annotation('/Widget', dict => ({ ...dict, '/AA': {} })),
    ],
    [
      'metadata',
      'Strange',
      editor =>
        setMetadata(editor, text => text.replace('<dc:format>', '<dc:Strange>a</dc:Strange><dc:format>')),
    ],
    [
      'embedded-files',
      'attachments',
      editor =>
        editor.catalog(dict => ({ ...dict, '/Names': { '/EmbeddedFiles': { '/Names': ['u:a', {}] } } })),
    ],
    ['missing-glyphs', 'no glyph for code 1', editor => showText(editor, '\x01')],
    [
      'embedded-fonts',
      'Foreign is not embedded',
      editor =>
        editor.content('BT /X 9 Tf (a) Tj ET', {
          '/Font': { '/X': { '/Type': '/Font', '/Subtype': '/Type1', '/BaseFont': '/Foreign' } },
        }),
    ],
    [
      'composite-fonts',
      'Wide',
      editor =>
        editor.content('BT /W 9 Tf (ab) Tj ET', {
          '/Font': {
            '/W': {
              '/Type': '/Font',
              '/Subtype': '/Type0',
              '/BaseFont': '/Wide',
              '/Encoding': '/Other-H',
              '/DescendantFonts': [{ '/Type': '/Font', '/Subtype': '/CIDFontType2', '/BaseFont': '/Wide' }],
            },
          },
        }),
    ],
    [
      'graphics-state',
      'transfer function',
      editor =>
        editor.content('/T gs', { '/ExtGState': { '/T': { '/Type': '/ExtGState', '/TR': '/Identity' } } }),
    ],
  ],
]

function setInformation(document: PdfDocument, change: PdfDict): void {
  const number = referencedNumber(document.trailer()['/Info']) ?? 0
  document.set(number, { ...document.dictionary(`${number} 0 R`), ...change })
}

async function setMetadata(editor: Editor, change: (text: string) => string): Promise<void> {
  const reference = String(editor.document.dictionary(editor.document.trailer()['/Root'])?.['/Metadata'])
  const number = referencedNumber(reference) ?? 0
  const text = (await runQpdf([plain, `--show-object=${number}`, '--filtered-stream-data'])).stdout
  const datafile = newPath()
  await writeFile(datafile, change(text))
  editor.document.setStream({ dict: { '/Type': '/Metadata', '/Subtype': '/XML' }, datafile }, number)
}

const useSpace = (editor: Editor, space: PdfValue) =>
  editor.content('/S cs', { '/ColorSpace': { '/S': space } })
const useObject = (editor: Editor, reference: string) =>
  editor.content(`/${reference.replaceAll(' ', '')} Do`, {
    '/XObject': { [`/${reference.replaceAll(' ', '')}`]: reference },
  })

async function useSpot(editor: Editor): Promise<void> {
  const tint = (end: number) => ({
    '/FunctionType': 2,
    '/Domain': [0, 1],
    '/N': 1,
    '/C0': [1, 1, 1],
    '/C1': [end, 0, 0],
  })
  const spot = (end: number) => ['/Separation', '/Gold', '/DeviceRGB', editor.document.add(tint(end))]
  await editor.content('/One cs /Two cs', { '/ColorSpace': { '/One': spot(1), '/Two': spot(0.5) } })
}

async function showText(editor: Editor, text: string): Promise<void> {
  let name = ''
  editor.document.walk(editor.document.trailer(), number => {
    if (String(editor.document.dictionary(`${number} 0 R`)?.['/BaseFont']).includes('LiberationSans'))
      name = `${number} 0 R`
  })
  await editor.content(`BT /Own 9 Tf (${text}) Tj ET`, { '/Font': { '/Own': name } })
}

let plain: string

async function broken(cases: readonly Case[]): Promise<ArchiveCheck> {
  const file = await openPdfFile(archived, newPath())
  plain = file.path
  const document = new PdfDocument([file])
  const editor = new Editor(document)
  for (const [, , change] of cases) await change(editor)
  const path = newPath()
  await document.save(path, {
    trailer: document.trailer(),
    workFolder: newPath(),
    args: ['--stream-data=preserve'],
  })
  return checkArchive(path, newPath())
}

test('checkArchive: what was made PDF/A keeps every rule', async () => {
  const { isConformant, rules } = await checkArchive(archived, newPath())
  expect(rules.filter(({ isKept }) => !isKept)).toEqual([])
  expect(isConformant).toBe(true)
})

test.each(groups)('checkArchive: finds what breaks a rule (group %#)', async (...cases) => {
  const { isConformant, rules } = await broken(cases)
  expect(isConformant).toBe(false)
  for (const [rule, detail] of cases)
    expect([rule, rules.find(({ id }) => id === rule)?.findings.join('; ')]).toEqual([
      rule,
      expect.stringContaining(detail),
    ])
})

test('checkArchive: header, data behind the end, and streams that end without a line break', async () => {
  const data = await readFile(archived)
  const changed = newPath()
  await writeFile(
    changed,
    Buffer.concat([Buffer.from('%PDF-2.0\n'), data.subarray(9), Buffer.from('more data')]),
  )
  const { rules } = await checkArchive(changed, newPath())
  expect(rules.filter(({ isKept }) => !isKept).map(({ id }) => id)).toEqual(['header', 'trailer'])
  const packed = newPath()
  await runQpdf([archived, packed])
  const found = (await checkArchive(packed, newPath())).rules.filter(({ isKept }) => !isKept)
  expect(found.map(({ id }) => id)).toEqual(['stream-keywords'])
})

test('archiveRules: every rule is broken by a test', () => {
  const tested = new Set<string>([
    ...groups.flat().map(([rule]) => rule),
    'header',
    'trailer',
    'stream-keywords',
  ])
  expect(archiveRules.map(({ id }) => id).filter(id => !tested.has(id))).toEqual([])
})
