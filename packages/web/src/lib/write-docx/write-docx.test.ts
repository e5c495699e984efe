import { execFileSync } from 'node:child_process'
import { crc32 as reference } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32 } from '../store-zip.ts'
import { documentXml, writeDocx } from './write-docx.ts'

/** Python's zipfile verifies the checksums, and its XML parser every part. */
const readZipScript = `
import io, json, sys, zipfile, xml.dom.minidom as dom
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert archive.testzip() is None
texts = {name: archive.read(name).decode() for name in archive.namelist()}
for text in texts.values(): dom.parseString(text)
json.dump(texts, sys.stdout)`

async function partsOf(blob: Blob): Promise<Record<string, string>> {
  const input = Buffer.from(await blob.arrayBuffer())
  return JSON.parse(execFileSync('python3', ['-c', readZipScript], { input, encoding: 'utf8' }))
}

test('writeDocx: writes a ZIP archive of well-formed parts with the whole text', async () => {
  const blob = writeDocx([
    { kind: 'title', text: 'Ümlaut & <tags>' },
    { kind: 'paragraph', text: 'one\n\ttwo', label: '00:01' },
    { kind: 'paragraph', text: 'a    b', isMonospaced: true },
    { kind: 'paragraph', text: '汉字 \u{1f600}', startsPage: true },
  ])
  expect(blob.type).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document')
  const parts = await partsOf(blob)
  expect(Object.keys(parts)).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'word/_rels/document.xml.rels',
    'word/styles.xml',
    'word/document.xml',
  ])
  const body = parts['word/document.xml']
  expect(body).toContain('<w:pStyle w:val="Title"/>')
  expect(body).toContain('Ümlaut &amp; &lt;tags&gt;')
  expect(body).toContain('<w:t xml:space="preserve">one</w:t><w:br/><w:tab/>')
  expect(body).toContain('<w:rStyle w:val="Monospaced"/></w:rPr><w:t xml:space="preserve">a    b</w:t>')
  expect(body).toContain('<w:pageBreakBefore/></w:pPr><w:r><w:t xml:space="preserve">汉字 \u{1f600}</w:t>')
})

test('documentXml: removes characters invalid in XML and sets right-to-left for Arabic and Hebrew', () => {
  expect(documentXml([{ kind: 'paragraph', text: 'a\u0000\f\ud800b' }])).toContain('>ab</w:t>')
  const rightToLeft = documentXml([{ kind: 'paragraph', text: '12. שלום world' }])
  expect(rightToLeft).toContain('<w:bidi/>')
  expect(rightToLeft).toContain('<w:rtl/>')
  expect(documentXml([{ kind: 'paragraph', text: 'hello שלום' }])).not.toContain('<w:bidi/>')
})

test('crc32: matches zlib', () => {
  for (const text of ['', '123456789', 'ä'.repeat(1000)])
    expect(crc32(new TextEncoder().encode(text))).toBe(reference(text))
})
