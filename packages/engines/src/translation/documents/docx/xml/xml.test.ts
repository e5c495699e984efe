/** XML: strict parsing, byte-exact writing. */
import { expect, test } from 'vitest'
import { editProperties, runOrder } from '../language-properties.ts'
import { writeXml } from '../translate-package.ts'
import { parseXml } from './parse-xml.ts'
import { decodeXmlText, encodeXmlText } from './xml-text.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

test('writeXml: keeps everything that is not replaced', () => {
  const source = `<?xml version="1.0"?><!-- a > b --><w:p xmlns:w="${word}" t='x>y'>\n <w:r a="1"/><![CDATA[<no>]]> <w:t>x</w:t></w:p>\n`
  const { root } = parseXml(source)
  expect(writeXml(source, root, () => undefined)).toBe(source)
  expect(writeXml(source, root, ({ name }) => (name === 'w:t' ? '<new/>' : undefined))).toBe(
    source.replace('<w:t>x</w:t>', '<new/>'),
  )
})

test('parseXml: resolves namespaces independent of prefixes', () => {
  const { root, prefixes } = parseXml(`<x:p xmlns:x="${word}"><x:r/></x:p>`)
  expect([root.name, root.children[0]?.name]).toEqual(['w:p', 'w:r'])
  expect(prefixes.get('w:')).toBe('x:')
  expect(parseXml(`<p xmlns="${word}"/>`).root.name).toBe('w:p')
})

test.each([
  ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><x/>'],
  ['an open element', '<a><b></a>'],
  ['an end without a beginning', '<a/></b>'],
  ['two roots', '<a/><b/>'],
  ['nothing', ''],
  ['an open tag', '<a'],
  ['an open quote', '<a b="c></a>'],
  ['a very deep one', '<a>'.repeat(5000) + '</a>'.repeat(5000)],
])('parseXml: rejects %s', (_, source) => {
  expect(() => parseXml(source)).toThrow(expect.objectContaining({ code: 'file-damaged' }))
})

test('decodeXmlText, encodeXmlText: handle entities, CDATA and invalid characters', () => {
  expect(decodeXmlText('a &amp; &#x4e16;&#30028; <![CDATA[<b>&amp;]]>')).toBe('a & 世界 <b>&amp;')
  expect(encodeXmlText('a < b & c > d\u0001\ud800')).toBe('a &lt; b &amp; c &gt; d')
  expect(() => decodeXmlText('&file;')).toThrow()
})

test('editProperties: inserts a property at its schema position', () => {
  const prefixes = new Map([['w:', 'w:']])
  const edit = (markup: string) =>
    editProperties(markup, [{ name: 'w:rtl', markup: '<w:rtl/>' }], {
      element: 'rPr',
      order: runOrder,
      prefixes,
    })
  expect(edit('')).toBe('<w:rPr><w:rtl/></w:rPr>')
  expect(edit('<w:rPr><w:b/><w:lang w:val="en"/></w:rPr>')).toBe(
    '<w:rPr><w:b/><w:rtl/><w:lang w:val="en"/></w:rPr>',
  )
  expect(edit('<w:rPr><w:rtl w:val="0"/></w:rPr>')).toBe('<w:rPr><w:rtl/></w:rPr>')
})
