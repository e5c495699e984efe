/** extractFlows, replaceFlows: classify paragraph content. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Flow, isMark, mergeFlow } from '../flow.ts'
import { readPackage, unpack } from './package/read-package.ts'
import { packPart, writePackage } from './package/write-package.ts'
import { extractFlows, replaceFlows } from './translate-package.ts'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const part = (name: string, content: string) =>
  packPart(
    { name, method: 0, checksum: 0, bytes: 0, packed: Buffer.alloc(0), time: 0, date: 33 },
    Buffer.from(content),
  )

function docx(body: string, numbering = ''): Promise<Buffer> {
  const namespaces = [
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  ].join(' ')
  const types = `<Types><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/><Override PartName="/word/numbering.xml" ContentType="${word}.numbering+xml"/></Types>`
  return buffer(
    Readable.from(
      writePackage([
        part('[Content_Types].xml', types),
        part('word/document.xml', `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`),
        part('word/numbering.xml', `<w:numbering ${namespaces}>${numbering}</w:numbering>`),
      ]),
    ),
  )
}

/** Text as is; marks in brackets with their kind and text. */
const shown = (flow: Flow) =>
  flow.map(item => (isMark(item) ? `[${item.kind}${item.text && ` ${item.text}`}]` : item.text)).join('')

async function upperCase(file: Buffer): Promise<string> {
  const flows = extractFlows(file).map(flow =>
    mergeFlow(flow).map(item => (isMark(item) ? item : { ...item, text: item.text.toUpperCase() })),
  )
  const parts = replaceFlows(file, flows, { from: 'en', to: 'es' })
  const written = await buffer(Readable.from(writePackage(parts)))
  return readPackage(written)
    .filter(({ name }) => name.startsWith('word/'))
    .map(each => unpack(each).toString())
    .join('')
}

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

test('extractFlows: computed fields become things, authored ones become text', async () => {
  const file = await docx(
    `<w:p>${run('See ')}${field(' PAGEREF x ', run('12'))}${run(' and ')}${field(' HYPERLINK "u" ', run('this page'))}</w:p>`,
  )
  const [flow = []] = extractFlows(file)
  expect(shown(flow)).toBe('See [thing 12] and this page')
  expect(flow.at(-1)?.within).toHaveLength(1)
  const text = await upperCase(file)
  expect(text).toContain('<w:instrText> PAGEREF x </w:instrText>')
  expect(text).toContain('<w:t xml:space="preserve">12</w:t>')
  expect(text).toMatch(/HYPERLINK "u" .*separate.*THIS PAGE.*"end"/s)
})

test('extractFlows: handles a table of contents that spans paragraphs', async () => {
  const begin =
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
  const entry = `<w:hyperlink w:anchor="a">${run('First part')}<w:r><w:tab/></w:r>${field(' PAGEREF a ', run('3'))}</w:hyperlink>`
  const file = await docx(
    `<w:p>${begin}${entry}</w:p><w:p>${run('last')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
  )
  expect(extractFlows(file).map(shown)).toEqual([
    '[opening][opening][opening]First part[split][thing 3]',
    'last[point]',
  ])
  const text = await upperCase(file)
  expect(text.match(/<w:hyperlink w:anchor="a">/g)).toHaveLength(1)
  expect(text.match(/w:fldChar /g)).toHaveLength(6)
})

test('extractFlows: translates both variants of a text box after the paragraph that contains it', async () => {
  const box = (text: string) => `<w:txbxContent><w:p>${run(text)}</w:p></w:txbxContent>`
  const file = await docx(
    `<w:p><w:r><mc:AlternateContent><mc:Choice>${box('inside')}</mc:Choice><mc:Fallback>${box('inside')}</mc:Fallback></mc:AlternateContent></w:r>${run('outside')}</w:p>`,
  )
  expect(extractFlows(file).map(shown)).toEqual(['[thing]outside', 'inside', 'inside'])
  const text = await upperCase(file)
  expect(text.match(/INSIDE/g)).toHaveLength(2)
  expect(text).toMatch(/<mc:Choice>.*<\/mc:Fallback>.*OUTSIDE/s)
})

test('extractFlows: handles formulas, hyphens, ruby and DrawingML text', async () => {
  const file = await docx(
    [
      `<w:p>${run('Let ')}<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>${run(' be')}</w:p>`,
      '<w:p><w:r><w:t>well</w:t><w:noBreakHyphen/><w:t>known</w:t><w:softHyphen/><w:t>s</w:t></w:r></w:p>',
      '<w:p><w:r><w:ruby><w:rt><w:r><w:t>kan</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>word</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>',
      '<a:p><a:pPr/><a:r><a:rPr lang="en-US" b="1"/><a:t>drawn</a:t></a:r><a:endParaRPr lang="en-US"/></a:p>',
    ].join(''),
  )
  expect(extractFlows(file).map(shown)).toEqual(['Let [thing] be', 'well\u2011knowns', 'word', 'drawn'])
  const text = await upperCase(file)
  expect(text).toContain('<m:t>x</m:t>')
  expect(text).toContain('<w:t>WELL</w:t><w:noBreakHyphen/><w:t>KNOWNS</w:t>')
  expect(text).not.toContain('kan')
  expect(text).toContain('<a:rPr lang="es-ES" b="1"/><a:t>DRAWN</a:t></a:r><a:endParaRPr')
})

test('extractFlows: translates list label text, but not bullets', async () => {
  const label = (text: string) => `<w:lvl><w:lvlText w:val="${text}"/></w:lvl>`
  const file = await docx(`<w:p>${run('text')}</w:p>`, label('Chapter %1.%2') + label('o') + label('%1)'))
  expect(extractFlows(file).map(shown)).toEqual(['text', 'Chapter [thing %1].[thing %2]'])
  const text = await upperCase(file)
  expect(text).toContain('<w:lvlText w:val="CHAPTER %1.%2"/>')
  expect(text).toContain('<w:lvlText w:val="o"/>')
})

test('replaceFlows: removes the data binding of a content control', async () => {
  const sdt = (content: string) =>
    `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
  const text = await upperCase(
    await docx(`${sdt(`<w:p>${run('a title')}</w:p>`)}<w:p>${sdt(run('a name'))}</w:p>`),
  )
  expect(text).not.toContain('dataBinding')
  expect(text.match(/<w:sdtContent>/g)).toHaveLength(2)
})

test('replaceFlows: keeps an unchanged paragraph byte for byte', async () => {
  const odd =
    '<w:p w:rsidR="00"><w:r w:rsidR="01"><w:t>NA</w:t></w:r><w:proofErr/><w:r><w:t>TO</w:t></w:r></w:p>'
  expect(await upperCase(await docx(odd))).toContain(odd)
})

test('replaceFlows: rejects flows that do not match the document', async () => {
  const file = await docx(`<w:p>${run('text')}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`)
  expect(() => replaceFlows(file, [], { from: 'en', to: 'es' })).toThrow()
  expect(() =>
    replaceFlows(file, [[{ text: 'x', style: 0, within: [] }]], { from: 'en', to: 'es' }),
  ).toThrow()
})
