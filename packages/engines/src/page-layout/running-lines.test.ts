import { expect, test } from 'vitest'
import { lineOfText, pageOf } from './fragments.fixture.ts'
import { layOutDocument } from './lay-out-document.ts'
import { plainText } from './model.ts'

const body = Array.from({ length: 12 }, (_, at) =>
  lineOfText('some text of the page', 60, 120 + 14 * at),
).flat()

function linesOf(fragments: Parameters<typeof pageOf>[1]) {
  const { header, footer, pages } = layOutDocument([pageOf(1, fragments)], { outline: [] })
  const text = pages
    .flatMap(page => page.bands.flatMap(band => band.columns.flatMap(({ blocks }) => blocks)))
    .map(block => (block.kind === 'paragraph' ? plainText(block.spans) : ''))
    .join('\n')
  return {
    header: header.map(line => plainText(line.spans)),
    footer: footer.map(line => plainText(line.spans)),
    text,
  }
}

test('layOutDocument: takes small lines at the edges of a single page for header and footer', () => {
  const edges = [...lineOfText('Journal of Lamps', 60, 40), ...lineOfText('page 7', 280, 770)]
  const found = linesOf([...body, ...edges])
  expect(found.header).toEqual(['Journal of Lamps'])
  expect(found.footer).toEqual(['page 7'])
  expect(found.text).not.toContain('Journal')
})

test('layOutDocument: keeps the letterhead and the last line of a letter in its text', () => {
  const letterhead = lineOfText('Lamp Works Ltd., 12 Main Street', 60, 40)
  const lastLine = lineOfText('Registered in Berlin', 60, 770)
  const found = linesOf([...letterhead, ...body, ...lastLine])
  expect(found).toMatchObject({ header: [], footer: [] })
  expect(found.text).toMatch(/^Lamp Works.*Registered in Berlin$/s)
})

test('layOutDocument: keeps lines with contact details in the text of a numbered page', () => {
  const footer = lineOfText('Phone +49 30 1234567', 60, 756)
  const found = linesOf([...lineOfText('page 1', 280, 40), ...body, ...footer])
  expect(found.header).toEqual(['page 1'])
  expect(found.footer).toEqual([])
})

test('layOutDocument: takes the edges of a full page without a number for header and footer', () => {
  const full = Array.from({ length: 46 }, (_, at) => lineOfText('some text', 60, 80 + 14 * at)).flat()
  const edges = [...lineOfText('Journal of Lamps', 60, 40), ...lineOfText('Spring issue', 280, 770)]
  expect(linesOf([...full, ...edges])).toMatchObject({
    header: ['Journal of Lamps'],
    footer: ['Spring issue'],
  })
})

test('layOutDocument: keeps a title and text close to other text in the body of a single page', () => {
  const title = lineOfText('Large Title', 60, 40, { size: 20 })
  const last = Array.from({ length: 34 }, (_, at) => lineOfText('more text', 60, 288 + 14 * at)).flat()
  const found = linesOf([...title, ...body, ...last])
  expect(found).toMatchObject({ header: [], footer: [] })
})

test('layOutDocument: joins a drop cap with the first word beside it', () => {
  const lines = ['ver the past decades', 'pressure has grown', 'from all sides']
  const beside = lines.flatMap((line, at) => lineOfText(line, 92, 120 + 12 * at))
  const found = linesOf([...lineOfText('O', 60, 144, { size: 40 }), ...beside])
  expect(found.text).toMatch(/^Over the past decades/)
})
