import { expect, test } from 'vitest'
import { type TruthWord, truthOrder, truthWords } from './truth-order.ts'

const size = { word: 50, height: 12 }

function wordAt(text: string, left: number, top: number): TruthWord {
  return { text, left, top, right: left + size.word, bottom: top + size.height }
}

/** Lines of words with narrow spaces, in the order of reading. */
function column(name: string, left: number, lines: number, words: number): TruthWord[] {
  return Array.from({ length: lines * words }, (_, at) => {
    const [line, word] = [Math.floor(at / words), at % words]
    return wordAt(`${name}${at}`, left + word * (size.word + 5), line * 20)
  })
}

test('truthWords: text and box of each word, in the order of the document', () => {
  const hocr = `<span class='ocrx_word' title='bbox 1 2 30 14;x_wconf 100'>R&amp;D</span>
    <span class="ocrx_word" id="w2" title="bbox 40 2 60 14"><em>only</em></span>`
  expect(truthWords(hocr)).toEqual([
    { text: 'R&D', left: 1, top: 2, right: 30, bottom: 14 },
    { text: 'only', left: 40, top: 2, right: 60, bottom: 14 },
  ])
})

test('truthOrder: prose in columns is in order column by column, and not across them', () => {
  const [left, right] = [column('a', 0, 8, 4), column('b', 300, 8, 4)]
  expect(truthOrder([...left, ...right])).toEqual({ anyOrder: 1, tablesByRow: 1 })
  const inNoOrder = [...left, ...right].map((_, at, all) => all[(at * 37) % all.length] as TruthWord)
  expect(truthOrder(inNoOrder).anyOrder).toBeLessThan(0.4)
})

test('truthOrder: a table is in order by rows; by columns only if tables may be read so', () => {
  const columns = ['a', 'b', 'c'].map((name, at) => column(name, at * 200, 8, 1))
  const byColumns = columns.flat()
  const byRows = Array.from({ length: 8 }, (_, row) => columns.map(cells => cells[row] as TruthWord)).flat()
  expect(truthOrder(byRows)).toEqual({ anyOrder: 1, tablesByRow: 1 })
  const { anyOrder, tablesByRow } = truthOrder(byColumns)
  expect(anyOrder).toBe(1)
  expect(tablesByRow).toBeLessThan(0.5)
})
