/** checkDocxValidity: detects documents that Word would reject. */
import { expect, test } from 'vitest'
import { checkDocxValidity } from './support/check-docx-validity.ts'
import { writeZip } from './support/write-zip.ts'

const cell = (properties: string, content = '<w:p/>') =>
  `<w:tc><w:tcPr><w:tcW w:w="1000" w:type="dxa"/>${properties}</w:tcPr>${content}</w:tc>`
const table = (...rows: string[]) =>
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="1000"/></w:tblGrid>${rows
    .map(row => `<w:tr>${row}</w:tr>`)
    .join('')}</w:tbl>`

function docx(body: string, changes: Readonly<Record<string, string>> = {}): Buffer {
  return writeZip({
    '[Content_Types].xml':
      '<Types><Default Extension="rels" ContentType="r"/><Default Extension="xml" ContentType="x"/></Types>',
    '_rels/.rels': '<Relationships><Relationship Id="a" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body}<w:sectPr/></w:body></w:document>`,
    'word/_rels/document.xml.rels':
      '<Relationships><Relationship Id="r1" Target="styles.xml"/></Relationships>',
    'word/styles.xml': '<w:styles><w:style w:styleId="Heading1"><w:name w:val="x"/></w:style></w:styles>',
    ...changes,
  })
}

test('checkDocxValidity: accepts a valid document', async () => {
  const body = `<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:jc w:val="end"/></w:pPr><w:r><w:t>a &amp; b</w:t></w:r></w:p>`
  expect(await checkDocxValidity(docx(body + table(cell('') + cell(''))))).toEqual([])
})

test.each([
  [
    'wrong order of paragraph properties',
    '<w:p><w:pPr><w:jc/><w:spacing/></w:pPr></w:p>',
    'w:pPr: spacing after jc',
  ],
  [
    'wrong order of cell properties',
    '<w:tc><w:tcPr><w:shd/><w:tcW/></w:tcPr><w:p/></w:tc>',
    'w:tcPr: tcW after shd',
  ],
  ['a property of another element', '<w:r><w:rPr><w:jc/></w:rPr></w:r>', 'w:rPr holds jc'],
  ['a duplicate property', '<w:r><w:rPr><w:b/><w:b/></w:rPr></w:r>', 'holds b twice'],
  ['a fractional measure', '<w:p><w:pPr><w:ind w:left="1.5"/></w:pPr></w:p>', 'w:ind has w:left="1.5"'],
  ['an invalid number', '<w:p><w:pPr><w:spacing w:before="NaN"/></w:pPr></w:p>', 'w:before="NaN"'],
  ['a missing style', '<w:p><w:pPr><w:pStyle w:val="Nope"/></w:pPr></w:p>', 'style Nope does not exist'],
  [
    'a missing numbering',
    '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr>',
    'numbering 4 level 0',
  ],
  ['a missing relationship', '<a:blip r:embed="r9"/>', 'r9 is not a relationship'],
  ['a duplicate id', '<wp:docPr id="1"/><wp:docPr id="1"/>', 'two wp:docPr'],
  ['a missing footnote', '<w:footnoteReference w:id="2"/>', 'footnote 2 does not exist'],
  ['a control character', '<w:t>\u0001</w:t>', 'not well formed'],
  ['an unclosed element', '<w:p>', 'closes another element'],
  ['a bare ampersand', '<w:t>a & b</w:t>', 'not well formed'],
  ['a short row', table(cell('')), 'a row of 1 columns in a grid of 2'],
  [
    'an invalid merge',
    table(cell('') + cell(''), cell('<w:vMerge/>') + cell('')),
    'continues a cell that is not above it',
  ],
  ['a cell without a final paragraph', table(cell('', '') + cell('')), 'does not end with a paragraph'],
  ['a wrong cell width', table(cell('<w:gridSpan w:val="2"/>')), 'a cell is 1000 wide in columns of 2000'],
  ['section properties in the middle', '<w:sectPr/><w:p/>', 'the body does not end'],
])('checkDocxValidity: reports %s', async (_what, body, fault) => {
  expect((await checkDocxValidity(docx(body))).join('\n')).toContain(fault)
})

test('checkDocxValidity: reports undeclared and missing parts', async () => {
  const faults = await checkDocxValidity(
    docx('<w:p/>', {
      'word/media/a.png': 'pixels',
      'word/_rels/document.xml.rels':
        '<Relationships><Relationship Id="r1" Target="gone.xml"/></Relationships>',
    }),
  )
  expect(faults).toEqual([
    'word/media/a.png has no content type',
    expect.stringContaining('gone.xml leads nowhere'),
  ])
})
