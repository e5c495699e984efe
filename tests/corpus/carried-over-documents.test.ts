/** Word documents through the whole translation pipeline without an engine: preserved content and changed direction. */

import { extractFlows } from '@filesmith/engines/translation/documents/docx/translate-package'
import { isMark } from '@filesmith/engines/translation/documents/flow'
import { describe, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { carryOver, speaking, translateWith, translatorOf } from './support/carry-over.ts'
import { checkDocxValidity } from './support/check-docx-validity.ts'
import { readStyles } from './support/document-styles.ts'
import { styled, styledDocx } from './support/styled-docx.ts'
import { paragraph, writeDocx } from './support/write-docx.ts'

describe('carryOver with an identity translator', () => {
  const identity = translatorOf(text => text)

  test('keeps text and styles of every paragraph', async () => {
    const source = await styledDocx()
    const result = await carryOver(identity, source, { from: 'en', to: 'fr' })
    const [before, after] = [await readStyles(source), await readStyles(result)]
    expect(after).toEqual(before)
    expect(extractFlows(result)).toEqual(extractFlows(source))
  })

  test('joins words that Word split into several runs', async () => {
    const flows = extractFlows(await styledDocx())
    const texts = flows.map(flow =>
      flow
        .filter(item => !isMark(item))
        .map(({ text }) => text)
        .join(''),
    )
    expect(texts).toContain('The weather is good today.')
    const loud = translatorOf(sentence => sentence.toUpperCase())
    const result = await translateWith(loud, flows, { from: 'en', to: 'fr' })
    expect(result.find(flow => flow[0]?.text.startsWith('THE WEATHER'))).toHaveLength(1)
  })
})

describe('carryOver between writing directions', () => {
  const arabic = 'كتاب جديد'
  const body = `${styled('A <b>new</b> book')}<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="100"/></w:tblGrid><w:tr><w:tc>${paragraph('cell')}</w:tc></w:tr></w:tbl><w:sectPr/>`

  test('changes the direction of paragraphs, runs and tables, and stays valid', async () => {
    const reversed = await carryOver(speaking(arabic), writeDocx({ body }), { from: 'en', to: 'ar' })
    expect(await checkDocxValidity(reversed)).toEqual([])
    const text = String((await readZip(reversed)).get('word/document.xml'))
    expect(text.match(/<w:bidi\/>/g)).toHaveLength(3)
    expect(text).toContain('<w:bidiVisual/><w:tblW')
    expect(text).toContain('<w:rPr><w:b/><w:bCs/><w:rtl/></w:rPr>')

    const again = await carryOver(speaking('new book'), reversed, { from: 'ar', to: 'en' })
    expect(String((await readZip(again)).get('word/document.xml'))).not.toMatch(/bidi|rtl/)
  })
})
