import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type PackagePart, unpack } from '../../../translation/documents/docx/package/read-package.ts'
import { packPart, writePackage } from '../../../translation/documents/docx/package/write-package.ts'
import { sanitizeDocx } from './sanitize-docx.ts'
import { sanitizeOdf } from './sanitize-odf.ts'

const empty = { name: '', method: 0, checksum: 0, bytes: 0, packed: Buffer.alloc(0), time: 0, date: 33 }

async function zip(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const packed = Object.entries(parts).map(([name, content]) =>
    packPart({ ...empty, name }, Buffer.from(content)),
  )
  return buffer(Readable.from(writePackage(packed)))
}

const contents = (parts: readonly PackagePart[]) =>
  Object.fromEntries(parts.map(part => [part.name, unpack(part).toString()]))
const failing = expect.objectContaining({ code: 'file-damaged' })
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const space = 'xmlns:w="w" xmlns:r="r" xmlns:a="a" xmlns:v="v" xmlns:o="o"'

async function docxBody(body: string): Promise<string> {
  const written = contents(
    sanitizeDocx(await zip({ 'word/document.xml': `<w:document ${space}>${body}</w:document>` })),
  )
  return (written['word/document.xml'] ?? '').replace(/^.*?<w:document[^>]*>|<\/w:document>$/gs, '')
}

test('sanitizeDocx: only clickable links of the external relationships are kept', async () => {
  const relation = (id: string, type: string, target: string, mode = ' TargetMode="External"') =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${mode}/>`
  const relations = [
    relation('keep1', 'hyperlink', 'https://x.example'),
    relation('keep2', 'image', 'media/a%20b.png', ''),
    relation('keep3', 'header', 'header1.xml', ' TargetMode="Internal"'),
    ...['image', 'oleObject', 'attachedTemplate', 'frame', 'subDocument', 'aFChunk', 'invented'].map(type =>
      relation(type, type, 'http://x/y'),
    ),
    relation('case', 'image', 'http://x', ' TargetMode="external"'),
    relation('link', 'hyperlink', 'file:///etc/passwd'),
    relation('macro', 'hyperlink', 'vnd.libreoffice.command:x'),
    ...['oleObject', 'aFChunk', 'font', 'vbaProject', 'control', 'glossaryDocument'].map(type =>
      relation(`in-${type}`, type, 'a.bin', ''),
    ),
    relation('scheme', 'image', 'file:///etc/a.png', ''),
    relation('hidden', 'image', '%66ile%3a///etc/a.png', ''),
    relation('share', 'image', '\\\\\\\\host\\\\a.png', ''),
    relation('host', 'image', '//host/a.png', ''),
  ]
  const part = `<?xml version="1.0"?><Relationships xmlns="x">${relations.join('')}</Relationships>`
  const written = contents(sanitizeDocx(await zip({ 'word/_rels/document.xml.rels': part })))
  const ids = [...(written['word/_rels/document.xml.rels'] ?? '').matchAll(/Id="([^"]*)"/g)].map(
    ([, id]) => id,
  )
  expect(ids).toEqual(['keep1', 'keep2', 'keep3'])
})

test('sanitizeDocx: a field is checked by its whole instruction, across any number of runs', async () => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const run = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`
  const field = (...runs: string[]) =>
    `${mark('begin')}${runs.join('')}${mark('separate')}<w:r><w:t>shown</w:t></w:r>${mark('end')}`
  for (const runs of [
    ['INCLUDE', 'PIC', 'TURE a'].map(run),
    [run(' '.repeat(900)), run('INCLUDETEXT a')],
    ['<w:r><w:t>INCLUDEPICTURE a</w:t></w:r>'],
    ['<w:r><w:delInstrText>DDE a</w:delInstrText></w:r>'],
    [`<alt>${run('PAGE')}</alt><alt>${run(' INCLUDEPICTURE a')}</alt>`],
    [run('<![CDATA[INCLUDE]]>&#80;ICTURE a')],
    [field(run('QUOTE INCLUDEPICTURE'))],
  ]) {
    const written = await docxBody(field(...runs))
    expect(written).toContain('<w:t>shown</w:t>')
    expect(written).not.toMatch(/INCLUDE|DDE|PICTURE/)
  }
  expect(await docxBody(field(run(' PA'), run('GE ')))).toBe(
    `${mark('begin')}${run(' PAGE ')}${run('')}${mark('separate')}<w:r><w:t>shown</w:t></w:r>${mark('end')}`,
  )
  expect(
    await docxBody(
      '<w:fldSimple w:instr="INCLUDETEXT a"><w:r/></w:fldSimple><w:fldSimple w:instr=" PAGE "/>',
    ),
  ).toBe('<w:r/><w:fldSimple w:instr=" PAGE "/>')
  // The text of an unterminated field belongs to the document.
  expect(await docxBody(`${mark('begin')}${run('INCLUDETEXT a')}<w:t>text</w:t>`)).toBe(
    '<w:r></w:r><w:r><w:instrText></w:instrText></w:r><w:t>text</w:t>',
  )
})

test('sanitizeDocx: other documents, objects, templates and linked images are removed from the markup', async () => {
  expect(
    await docxBody(
      '<w:altChunk r:id="a"/><w:object><v:shape><v:imagedata r:id="i" o:href="http://x" src="y"/></v:shape><o:OLEObject r:id="b"/></w:object><a:blip r:embed="e" r:link="l"/><w:attachedTemplate/><w:mailMerge><w:dataSource/></w:mailMerge><w:t>text</w:t><!-- c --><?p i?>',
    ),
  ).toBe(
    '<w:object><v:shape><v:imagedata r:id="i"/></v:shape></w:object><a:blip r:embed="e"/><w:t>text</w:t>',
  )
})

test('sanitizeDocx: only XML parts and images are kept; SVG images are sanitized', async () => {
  const png = Buffer.from('89504e470d0a1a0a00', 'hex')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/a.png"/></svg>'
  const parts = sanitizeDocx(
    await zip({
      'word/document.xml': '<a/>',
      'word/media/a.png': png,
      'word/media/b.png': svg,
      'word/media/c.eps': '%!PS-Adobe',
      'word/media/d.emz': deflateRawSync(Buffer.from(svg)),
      'word/vbaProject.bin': 'x',
      'word/embeddings/e.docx': 'x',
      'word/fonts/f.xml': '<a/>',
      '../g.xml': '<a/>',
      '/h.xml': '<a/>',
    }),
  )
  expect(parts.map(({ name }) => name)).toEqual(['word/document.xml', 'word/media/a.png', 'word/media/b.png'])
  expect(contents(parts)['word/media/b.png']).toBe('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
})

test('sanitizeDocx: files that parsers could read differently are rejected', async () => {
  const refused = [
    { 'a.xml': '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>' },
    { 'a.xml': '<a>&x;</a>' },
    { 'a.xml': '<a b="1" b="2"/>' },
    { 'a.xml': '<a></b>' },
    { 'a.xml': '<?xml version="1.0" encoding="utf-7"?><a/>' },
    { 'a.xml': '<a/>', 'A.XML': '<a/>' },
    { 'a\\b.xml': '<a/>', 'a/b.xml': '<a/>' },
    { 'a.xml': `${'<a>'.repeat(3000)}${'</a>'.repeat(3000)}` },
  ]
  for (const parts of refused) {
    const file = await zip(parts)
    expect(() => sanitizeDocx(file)).toThrow(failing)
  }
  const wide = await zip({
    'a.xml': Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a><altChunk/>é</a>', 'utf16le'),
  })
  expect(contents(sanitizeDocx(wide))['a.xml']).toMatch(/encoding="UTF-8".*\n<a>é<\/a>$/)
})

const odf = 'xmlns:office="o" xmlns:text="t" xmlns:draw="d" xmlns:xlink="x" xmlns:form="f"'
async function odtBody(body: string, parts: Readonly<Record<string, string | Buffer>> = {}): Promise<string> {
  const file = await zip({ 'content.xml': `<office:text ${odf}>${body}</office:text>`, ...parts })
  return (contents(sanitizeOdf(file, undefined))['content.xml'] ?? '').replace(
    /^.*?<office:text[^>]*>|<\/office:text>$/gs,
    '',
  )
}

test('sanitizeOdf: images and objects must be parts of the package, links must be clickable', async () => {
  const png = Buffer.from('89504e470d0a1a0a00', 'hex')
  const image = (address: string) => `<draw:image xlink:href="${address}"/>`
  const inside = { 'Pictures/a.png': png, 'Object 1/content.xml': '<a/>' }
  expect(
    await odtBody(
      `${image('Pictures/a.png')}${image('./Pictures/a.png')}<draw:object xlink:href="./Object 1"/>`,
      inside,
    ),
  ).toBe(`${image('Pictures/a.png')}${image('./Pictures/a.png')}<draw:object xlink:href="./Object 1"/>`)
  for (const address of [
    'http://x',
    'file:///etc/a.png',
    '/etc/a.png',
    '../a.png',
    'Pictures/../../a.png',
    'vnd.sun.star.expand:$HOME',
    'Pictures/b.png',
  ])
    expect(await odtBody(image(address), inside)).toBe('<draw:image/>')
  expect(
    await odtBody('<text:a xlink:href="https://x">a</text:a><text:a xlink:href="macro:///x">b</text:a>'),
  ).toBe('<text:a xlink:href="https://x">a</text:a>b')
  expect(
    await odtBody(
      `<office:binary-data>${png.toString('base64')}</office:binary-data><office:binary-data>JSFQUw==</office:binary-data>`,
    ),
  ).toBe(
    `<office:binary-data>${png.toString('base64')}</office:binary-data><office:binary-data></office:binary-data>`,
  )
})

test('sanitizeOdf: sources, scripts, frames, form data sources and fonts are removed', async () => {
  expect(
    await odtBody(
      '<office:scripts><a/></office:scripts><text:section><text:section-source xlink:href="file:///x"/><text:p>kept</text:p></text:section><draw:floating-frame xlink:href="x"/><draw:plugin/><form:form xlink:href="http://x" form:datasource="d" form:name="n"><form:image form:image-data="http://x"/></form:form><xforms:model xmlns:xforms="y"><instance/></xforms:model><text:execute-macro>run</text:execute-macro><svg:font-face-uri xmlns:svg="s"/><text:dde-connection>value</text:dde-connection>',
    ),
  ).toBe(
    '<text:section><text:p>kept</text:p></text:section><form:form form:name="n"><form:image/></form:form>runvalue',
  )
  const parts = sanitizeOdf(
    await zip({
      'content.xml': '<b/>',
      'Basic/Standard/Module1.xml': '<a/>',
      'Scripts/python/a.xml': '<a/>',
      'Configurations2/accelerator/current.xml': '<a/>',
      'Fonts/a.otf': 'OTTO',
      'META-INF/documentsignatures.xml': '<a/>',
      'META-INF/manifest.xml':
        '<m><file-entry full-path="/"/><file-entry full-path="content.xml"/><file-entry full-path="Basic/Standard/Module1.xml"/></m>',
    }),
    undefined,
  )
  expect(contents(parts)).toEqual({
    'content.xml': expect.stringContaining('<b/>'),
    'META-INF/manifest.xml': expect.stringMatching(
      /<m><file-entry full-path="\/"\/><file-entry full-path="content.xml"\/><\/m>$/,
    ),
  })
})
