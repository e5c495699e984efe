/** Writes Keynote, Pages and Numbers documents in their present format: protobuf messages, framed by Snappy, in a ZIP file. */
import { writeZip } from './write-zip.ts'

type Value = number | string | Buffer | Float | readonly Value[]

/** A number that is stored in 32 bits. */
class Float {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

/** Fields by their number; a list repeats its field. */
type Message = Readonly<Record<number, Value>>

interface IwaObject {
  readonly id: number
  readonly type: number
  readonly content: Message
}

/** Of `Index/Document.iwa`, and of the package. */
const [documentId, packageId] = [1, 2]
const types = {
  keynote: 1,
  numbers: 1,
  show: 2,
  slideTree: 4,
  slide: 5,
  text: 2001,
  shape: 2011,
  sheet: 2,
  tableInfo: 6000,
  table: 6001,
  tile: 6002,
  dataList: 6005,
  pages: 10_000,
  package: 11_006,
}

export interface IwaText {
  readonly text: string
  /** Of its box, in points. */
  readonly top: number
}

export function writeModernKeynote(slides: readonly (readonly IwaText[])[]): Buffer {
  const [show, tree, firstSlide, firstShape] = [10, 11, 100, 1000]
  const shapeId = (slide: number, index: number) => firstShape + slide * 100 + index * 2
  const objects: IwaObject[] = [
    { id: documentId, type: types.keynote, content: { 2: reference(show) } },
    {
      id: show,
      type: types.show,
      content: { 3: message({ 1: reference(tree) }), 4: pair(800, 600) },
    },
    {
      id: tree,
      type: types.slideTree,
      content: { 2: slides.map((_, index) => reference(firstSlide + index)) },
    },
    ...slides.flatMap((texts, slide) => [
      {
        id: firstSlide + slide,
        type: types.slide,
        content: { 7: texts.map((_, index) => reference(shapeId(slide, index))) },
      },
      ...texts.flatMap(({ text, top }, index) => {
        const id = shapeId(slide, index)
        return [
          { id, type: types.shape, content: shapeAt(top, id + 1) },
          { id: id + 1, type: types.text, content: { 3: text } },
        ]
      }),
    ]),
  ]
  return packaged(objects, { 'Index/Slide.iwa': Buffer.alloc(0) })
}

export function writeModernPages(text: string): Buffer {
  const body = 10
  return packaged([
    {
      id: documentId,
      type: types.pages,
      content: { 4: reference(body), 30: new Float(595), 31: new Float(842) },
    },
    { id: body, type: types.text, content: { 3: text } },
  ])
}

export function writeModernNumbers(rows: readonly (readonly (string | number)[])[]): Buffer {
  const [sheet, info, table, tile, list] = [10, 11, 12, 13, 14]
  const texts = rows.flat().filter(value => typeof value === 'string')
  const grid = message({ 3: message({ 1: message({ 2: reference(tile) }) }), 4: reference(list) })
  const records = rows.map((row, index) => {
    const cells = row.map(value => cellRecord(value, texts))
    // Offsets below 4 mean that there is no cell.
    const offsets = cells.map((_, at) => 4 + Buffer.concat(cells.slice(0, at)).length)
    return message({
      1: index,
      3: Buffer.concat([Buffer.alloc(4), ...cells]),
      4: Buffer.from(Uint16Array.from(offsets).buffer),
    })
  })
  return packaged(
    [
      { id: documentId, type: types.numbers, content: { 1: reference(sheet) } },
      { id: sheet, type: types.sheet, content: { 1: 'Piers', 2: reference(info) } },
      { id: info, type: types.tableInfo, content: { 2: reference(table) } },
      { id: table, type: types.table, content: { 4: grid, 6: rows.length, 7: rows[0]?.length ?? 0 } },
      { id: tile, type: types.tile, content: { 5: records } },
      {
        id: list,
        type: types.dataList,
        content: { 1: 1, 3: texts.map((text, index) => message({ 1: index + 1, 3: text })) },
      },
    ],
    { 'Index/CalculationEngine.iwa': Buffer.alloc(0) },
  )
}

/** A head of 12 bytes with flags, and the value: a number, or the position of a text in the list. */
function cellRecord(value: string | number, texts: readonly string[]): Buffer {
  const isText = typeof value === 'string'
  const head = Buffer.alloc(12)
  head[0] = 4
  head[1] = isText ? 3 : 2
  head.writeUInt16LE(isText ? 0x10 : 0x20, 4)
  const content = Buffer.alloc(isText ? 4 : 8)
  if (isText) content.writeUInt32LE(texts.indexOf(value) + 1)
  else content.writeDoubleLE(value)
  return Buffer.concat([head, content])
}

function shapeAt(top: number, textId: number): Message {
  const size = pair(600, 120)
  const corners = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ]
  const outline = [
    ...corners.map(([x = 0, y = 0], index) => message({ 1: index === 0 ? 1 : 2, 2: pair(x, y) })),
    message({ 1: 5 }),
  ]
  const placement = message({ 1: message({ 1: pair(100, top), 2: size, 3: 3 }) })
  const path = message({ 5: message({ 2: size, 3: message({ 1: outline }) }) })
  return { 1: message({ 1: placement, 3: path }), 2: reference(textId) }
}

function packaged(objects: readonly IwaObject[], others: Readonly<Record<string, Buffer>> = {}): Buffer {
  const content = { 3: message({ 1: documentId, 2: 'Document' }) }
  return writeZip({
    'Index/Document.iwa': fragment(objects),
    'Index/Metadata.iwa': fragment([{ id: packageId, type: types.package, content }]),
    // Without it, the ZIP file is not taken for a document.
    'Metadata/DocumentIdentifier': '00000000-0000-0000-0000-000000000000',
    ...others,
  })
}

function reference(id: number): Buffer {
  return message({ 1: id })
}

/** A position or a size. */
function pair(first: number, second: number): Buffer {
  return message({ 1: new Float(first), 2: new Float(second) })
}

function message(fields: Message): Buffer {
  return Buffer.concat(Object.entries(fields).map(([number, value]) => field(Number(number), value)))
}

function field(number: number, value: Value): Buffer {
  if (Array.isArray(value)) return Buffer.concat(value.map(each => field(number, each)))
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)])
  if (value instanceof Float) {
    const bytes = Buffer.alloc(4)
    bytes.writeFloatLE(value.value)
    return Buffer.concat([varint((number << 3) | 5), bytes])
  }
  const bytes = Buffer.from(value as string | Buffer)
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest & 0x7f) | 0x80)
  return Buffer.from([...bytes, rest])
}

/** Each object has a header with its id, its type and its length. */
function fragment(objects: readonly IwaObject[]): Buffer {
  const parts = objects.flatMap(({ id, type, content }) => {
    const data = message(content)
    const header = message({ 1: id, 2: message({ 1: type, 3: data.length }) })
    return [varint(header.length), header, data]
  })
  return snappy(Buffer.concat(parts))
}

const maxLiteralBytes = 60

/** One block of literals only: its type and length, the plain length, and runs with their length. */
function snappy(plain: Buffer): Buffer {
  const runs: Buffer[] = [varint(plain.length)]
  for (let at = 0; at < plain.length; at += maxLiteralBytes) {
    const run = plain.subarray(at, at + maxLiteralBytes)
    runs.push(Buffer.from([(run.length - 1) << 2]), run)
  }
  const block = Buffer.concat(runs)
  const header = Buffer.alloc(4)
  header.writeUIntLE(block.length, 1, 3)
  return Buffer.concat([header, block])
}
