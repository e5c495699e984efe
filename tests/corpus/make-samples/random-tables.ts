/** Random tables as flat OpenDocument texts, with the cells that a reader should find: the same seed gives the same table. */
import { createRandom, type Random } from '../../fuzz/random.ts'

export interface RandomTable {
  readonly fodt: string
  /** Clockwise rotation of the printed page. */
  readonly rotation: 0 | 90 | 180 | 270
  /** By row and column; a merged cell has its text in every place that it covers. */
  readonly cells: readonly (readonly string[])[]
  /** Its properties, for a report of failures. */
  readonly about: string
}

type Ruling = 'grid' | 'rows' | 'head' | 'columns' | 'frame' | 'bands' | 'none'
type Alignment = 'start' | 'end' | 'center'
type Kind = 'number' | 'money' | 'date' | 'time' | 'code' | 'name' | 'percent' | 'text'

interface Column {
  readonly kind: Kind
  readonly alignment: Alignment
  readonly heading: string
  /** Share of empty cells. */
  readonly emptiness: number
}

interface Place {
  readonly text: string
  readonly columns: number
  readonly rows: number
}

/** Undefined where a merged cell covers the place. */
type Grid = (Place | undefined)[][]

interface Design {
  readonly ruling: Ruling
  readonly isTabbed: boolean
  readonly font: Font
  readonly size: number
  readonly isLandscape: boolean
  /** In points, on each side of a cell. */
  readonly paddingX: number
  readonly paddingY: number
  readonly isHeadBold: boolean
  readonly verticalAlignment: string
  readonly textBefore: boolean
  readonly textAfter: boolean
}

interface Font {
  readonly family: string
  /** Width of its letters relative to those of Helvetica, or of every letter in font sizes if monospaced. */
  readonly scale: number
  readonly isMonospaced?: boolean
}

const fonts: readonly Font[] = [
  { family: 'Liberation Sans', scale: 1 },
  { family: 'Liberation Serif', scale: 0.95 },
  { family: 'Liberation Mono', scale: 0.61, isMonospaced: true },
  { family: 'DejaVu Sans', scale: 1.18 },
  { family: 'DejaVu Sans Condensed', scale: 1.07 },
  { family: 'Noto Sans', scale: 1.1 },
  { family: 'Noto Serif', scale: 1.12 },
]

const words =
  'harbor lamp copper meadow timber basket winter ribbon saddle market candle bridge orchard anchor pepper silver garden thunder pocket island velvet lantern cotton marble falcon'.split(
    ' ',
  )
const headings =
  'No. Date Item Account Name Amount Balance Price Qty Unit Total Change Code Share Region District Votes Departs Arrives Line Page Rate Fee Year Net Gross'.split(
    ' ',
  )

export function randomTable(seed: number): RandomTable {
  // Neighboring seeds differ little in their first numbers.
  const random = createRandom(Math.imul(seed + 1, 0x9e3779b1))
  const ruling = random.pick<Ruling>([
    ...(['grid', 'grid', 'grid', 'rows', 'rows', 'head', 'head'] as const),
    ...(['columns', 'frame', 'bands', 'none', 'none', 'none'] as const),
  ])
  const isTabbed = (ruling === 'none' || ruling === 'head') && random.isChosen(0.3)
  const size = 6 + random.below(11) / 2
  const isClear = ruling === 'grid' || ruling === 'columns'
  const design: Design = {
    ruling,
    isTabbed,
    font: random.pick(fonts),
    size,
    isLandscape: random.isChosen(0.35),
    paddingX: isClear ? 0.5 + random.below(60) / 10 : size * (0.18 + random.below(100) / 100),
    paddingY: 0.3 + random.below(30) / 10,
    isHeadBold: random.isChosen(0.6),
    verticalAlignment: random.pick(['top', 'top', 'middle', 'bottom']),
    textBefore: random.isChosen(0.6),
    textAfter: random.isChosen(0.6),
  }
  const canWrap = !isTabbed && (ruling === 'grid' || ruling === 'rows')
  const columns = columnsOf(random, canWrap)
  const grid = gridOf(random, columns, design)
  const { kept, widths } = fitted(grid, columns, design)
  const rotation = random.isChosen(0.25) ? random.pick([90, 180, 270] as const) : 0
  return {
    fodt: document(kept, columns, widths, design, random),
    rotation,
    cells: expanded(kept),
    about: [
      `seed ${seed}: ${kept.length} x ${widths.length}`,
      design.isTabbed ? 'tabs' : 'table',
      ruling,
      design.font.family,
      `${size} pt`,
      `padding ${design.paddingX.toFixed(1)} ${design.paddingY.toFixed(1)}`,
      ...(design.isLandscape ? ['landscape'] : []),
      ...(rotation > 0 ? [`rotated ${rotation}`] : []),
    ].join(', '),
  }
}

function columnsOf(random: Random, canWrap: boolean): Column[] {
  const count = 2 + random.below(11)
  const wraps = canWrap && random.isChosen(0.5) ? random.below(count) : -1
  return Array.from({ length: count }, (_, index) => {
    const kind =
      index === wraps
        ? 'text'
        : random.pick<Kind>(['number', 'number', 'money', 'date', 'time', 'code', 'name', 'name', 'percent'])
    const isNumeric = kind === 'number' || kind === 'money' || kind === 'percent'
    const usual = isNumeric ? ('end' as const) : ('start' as const)
    return {
      kind,
      alignment: random.isChosen(0.75) ? usual : random.pick<Alignment>(['start', 'center', 'end']),
      heading: random.pick(headings) + (random.isChosen(0.15) ? ` ${random.pick(words)}` : ''),
      emptiness: index === 0 || random.isChosen(0.6) ? 0 : random.below(40) / 100,
    }
  })
}

function contentOf(kind: Kind, random: Random): string {
  const digits = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      at === 0 && count > 1 ? 1 + random.below(9) : random.below(10),
    ).join('')
  const two = (limit: number) => String(random.below(limit)).padStart(2, '0')
  const grouped = (count: number) => Number(digits(count)).toLocaleString('en-US')
  const phrase = (count: number) => Array.from({ length: count }, () => random.pick(words)).join(' ')
  switch (kind) {
    case 'number':
      return random.isChosen(0.1) ? '0' : grouped(1 + random.below(7))
    case 'money':
      return `${random.isChosen(0.15) ? '-' : ''}${grouped(1 + random.below(6))}.${two(100)}`
    case 'date':
      return `${two(28)}/${two(12)}/20${two(30)}`
    case 'time':
      return `${two(24)}:${two(60)}`
    case 'code':
      return `${random.pick(['AB', 'K', 'XR', 'Z9'])}-${digits(3)}`
    case 'percent':
      return `${digits(1 + random.below(2))}.${random.below(10)}%`
    case 'name':
      return capitalized(phrase(1 + random.below(3)))
    case 'text':
      return capitalized(phrase(4 + random.below(12)))
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function place(text: string, columns = 1, rows = 1): Place {
  return { text, columns, rows }
}

function gridOf(random: Random, columns: readonly Column[], design: Design): Grid {
  const rowCount = 3 + random.below(28)
  // The first rows have text in every column: without rules, nothing else shows that a column exists.
  const body: Grid = Array.from({ length: rowCount }, (_, row) =>
    columns.map(column =>
      place(row > 1 && random.isChosen(column.emptiness) ? '' : contentOf(column.kind, random)),
    ),
  )
  const head: Grid = [columns.map(column => place(column.heading))]
  if (!design.isTabbed && columns.length > 3 && random.isChosen(0.25)) head.unshift(groupRow(random, columns))
  if (design.ruling === 'grid' && random.isChosen(0.3)) mergeRows(random, body)
  return [...head, ...body]
}

/** Headings that extend over two or three columns. */
function groupRow(random: Random, columns: readonly Column[]): Grid[number] {
  const row: Grid[number] = columns.map(() => place(''))
  for (let column = 1; column < columns.length - 1; ) {
    const count = Math.min(2 + random.below(2), columns.length - column)
    row.fill(undefined, column, column + count)
    row[column] = place(capitalized(random.pick(words)), count)
    column += count
  }
  return row
}

function mergeRows(random: Random, body: Grid): void {
  for (let row = 0; row < body.length; ) {
    const count = Math.min(1 + random.below(3), body.length - row)
    const first = body[row]?.[0]
    for (const line of body.slice(row, row + count)) line[0] = undefined
    const line = body[row]
    if (line && first) line[0] = { ...first, rows: count }
    row += count
  }
}

function expanded(grid: Grid): string[][] {
  const cells = grid.map(row => row.map(() => ''))
  grid.forEach((row, y) => {
    row.forEach((item, x) => {
      if (!item) return
      for (const line of cells.slice(y, y + item.rows)) line.fill(item.text, x, x + item.columns)
    })
  })
  return cells
}

/** Widths of Helvetica in thousandths of the font size; other letters are as wide as a digit. */
const narrow: Readonly<Record<string, number>> = {
  ' ': 278,
  ',': 278,
  '.': 278,
  ':': 278,
  '/': 278,
  '-': 333,
  i: 222,
  l: 222,
  t: 278,
  f: 278,
  r: 333,
  m: 833,
  w: 722,
  '%': 889,
}

function widthOf(text: string, { font, size, isHeadBold }: Design, isHead: boolean): number {
  const share = [...text].reduce((sum, letter) => {
    if (font.isMonospaced) return sum + font.scale
    return sum + (font.scale * (narrow[letter] ?? (/[A-Z]/.test(letter) ? 700 : 556))) / 1000
  }, 0)
  return share * size * (isHead && isHeadBold ? 1.15 : 1.04)
}

const textWidthPt = { portrait: 480, landscape: 720 }
const textHeightPt = { portrait: 560, landscape: 330 }
const wrapWidth = 14

/** Keeps the rows and columns that fit on the page. */
function fitted(
  grid: Grid,
  columns: readonly Column[],
  design: Design,
): { readonly kept: Grid; readonly widths: readonly number[] } {
  const side = design.isLandscape ? 'landscape' : 'portrait'
  const headRows = grid[0]?.some(item => item === undefined) ? 2 : 1
  const all = columns.map((column, at) => {
    const own = grid.map((row, y) => {
      const item = row[at]
      return item && item.columns === 1 ? widthOf(item.text, design, y < headRows) : 0
    })
    const widest = Math.max(...own, 2 * design.size)
    return 2 * design.paddingX + (column.kind === 'text' ? Math.min(widest, wrapWidth * design.size) : widest)
  })
  let count = all.length
  const total = () => all.slice(0, count).reduce((sum, width) => sum + width, 0)
  while (count > 2 && total() > textWidthPt[side]) count -= 1
  const lineHeight = 1.4 * design.size + 2 * design.paddingY
  const lines = columns.slice(0, count).some(({ kind }) => kind === 'text') ? 5 : 1
  const rows = Math.max(4, Math.floor(textHeightPt[side] / (lineHeight * lines)))
  const kept = grid.slice(0, rows).map((row, y, { length }) =>
    row.slice(0, count).map((item, x) => {
      if (!item) return undefined
      return { ...item, columns: Math.min(item.columns, count - x), rows: Math.min(item.rows, length - y) }
    }),
  )
  return { kept, widths: all.slice(0, count) }
}

const namespaces = ['office', 'style', 'text', 'table', 'xsl-fo-compatible:fo']
  .map(entry => {
    const [uri, prefix] = entry.includes(':') ? entry.split(':') : [entry, entry]
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${uri}:1.0"`
  })
  .join(' ')

function document(
  grid: Grid,
  columns: readonly Column[],
  widths: readonly number[],
  design: Design,
  random: Random,
): string {
  const [width, height] = design.isLandscape ? [842, 595] : [595, 842]
  const prose = () =>
    `<text:p text:style-name="prose">${capitalized(Array.from({ length: 40 }, () => random.pick(words)).join(' '))}.</text:p>`
  const body = design.isTabbed ? tabbed(grid) : tableOf(grid, columns, widths, design)
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles><style:default-style style:family="paragraph"><style:text-properties fo:font-family="'${design.font.family}'" fo:font-size="${design.size}pt" fo:language="en" fo:country="GB"/></style:default-style></office:styles>
<office:automatic-styles>
<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="${width}pt" fo:page-height="${height}pt" fo:margin="50pt"/></style:page-layout>
<style:style style:name="prose" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="14pt" fo:margin-top="14pt"/></style:style>
${(['start', 'center', 'end'] as const).map(side => paragraphStyle(side, false, design) + paragraphStyle(side, true, design)).join('\n')}
${widths.map((columnWidth, at) => `<style:style style:name="column${at}" style:family="table-column"><style:table-column-properties style:column-width="${columnWidth.toFixed(2)}pt"/></style:style>`).join('\n')}
<style:style style:name="table" style:family="table"><style:table-properties style:width="${widths.reduce((sum, value) => sum + value, 0).toFixed(2)}pt" table:align="left"/></style:style>
${cellStyles(design)}
${design.isTabbed ? tabStyles(columns, widths, design) : ''}
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="page"/></office:master-styles>
<office:body><office:text>
${design.textBefore ? prose() : ''}
${body}
${design.textAfter ? prose() : '<text:p/>'}
</office:text></office:body>
</office:document>`
}

function paragraphStyle(side: Alignment, isHead: boolean, { isHeadBold }: Design): string {
  return `<style:style style:name="${isHead ? 'head-' : ''}${side}" style:family="paragraph"><style:paragraph-properties fo:text-align="${side}" fo:margin-top="0pt" fo:margin-bottom="0pt"/>${isHead && isHeadBold ? '<style:text-properties fo:font-weight="bold"/>' : ''}</style:style>`
}

const line = '0.5pt solid #333333'

/** A style for every kind of row and column: the first and last ones have the rules of the frame. */
function cellStyles(design: Design): string {
  const names = ['head', 'first', 'body', 'last'].flatMap(row =>
    ['left', 'inner', 'right', 'only'].flatMap(column => ['', '-odd'].map(odd => ({ row, column, odd }))),
  )
  return names
    .map(({ row, column, odd }) => {
      const sides = bordersOf(design.ruling, row, column)
      const borders = ['top', 'bottom', 'left', 'right']
        .map(side => `fo:border-${side}="${sides.includes(side) ? line : 'none'}"`)
        .join(' ')
      const fill =
        design.ruling === 'bands' && (odd !== '' || row === 'head') ? ' fo:background-color="#dde6ee"' : ''
      return `<style:style style:name="cell-${row}-${column}${odd}" style:family="table-cell"><style:table-cell-properties ${borders}${fill} style:vertical-align="${row === 'head' ? 'bottom' : design.verticalAlignment}" fo:padding-left="${design.paddingX.toFixed(2)}pt" fo:padding-right="${design.paddingX.toFixed(2)}pt" fo:padding-top="${design.paddingY.toFixed(2)}pt" fo:padding-bottom="${design.paddingY.toFixed(2)}pt"/></style:style>`
    })
    .join('\n')
}

function bordersOf(ruling: Ruling, row: string, column: string): string[] {
  const [isHead, isLast] = [row === 'head', row === 'last']
  const isRight = column === 'right' || column === 'only'
  const isLeft = column === 'left' || column === 'only'
  const when = (isDrawn: boolean, ...sides: string[]) => (isDrawn ? sides : [])
  const borders: Readonly<Record<Ruling, readonly string[]>> = {
    grid: ['top', 'left', ...when(isLast, 'bottom'), ...when(isRight, 'right')],
    rows: ['top', ...when(isLast, 'bottom')],
    head: when(isHead || isLast, 'bottom'),
    columns: when(!isLeft, 'left'),
    frame: [
      ...when(isHead, 'top', 'bottom'),
      ...when(isLast, 'bottom'),
      ...when(isLeft, 'left'),
      ...when(isRight, 'right'),
    ],
    bands: [],
    none: [],
  }
  return [...borders[ruling]]
}

function tableOf(grid: Grid, columns: readonly Column[], widths: readonly number[], design: Design): string {
  const headRows = grid[0]?.some(item => item === undefined) ? 2 : 1
  const rows = grid.map((row, y) => {
    const isHead = y < headRows
    const cells = row.map((item, x) => {
      if (!item) return '<table:covered-table-cell/>'
      const rowName = isHead ? 'head' : y + item.rows === grid.length ? 'last' : 'body'
      const name = `cell-${rowName}-${columnName(x, x + item.columns === widths.length)}${y % 2 === 1 ? '-odd' : ''}`
      const side = item.columns > 1 ? 'center' : (columns[x]?.alignment ?? 'start')
      return `<table:table-cell table:style-name="${name}"${spansOf(item)}><text:p text:style-name="${isHead ? 'head-' : ''}${side}">${item.text}</text:p></table:table-cell>`
    })
    return `<table:table-row>${cells.join('')}</table:table-row>`
  })
  const columnElements = widths.map((_, at) => `<table:table-column table:style-name="column${at}"/>`)
  return `<table:table table:style-name="table">${columnElements.join('')}${rows.join('\n')}</table:table>${design.textAfter ? '' : '<text:p/>'}`
}

function columnName(index: number, isRight: boolean): string {
  if (isRight) return index === 0 ? 'only' : 'right'
  return index === 0 ? 'left' : 'inner'
}

function spansOf({ columns, rows }: Place): string {
  const span = (name: string, count: number) => (count > 1 ? ` table:number-${name}-spanned="${count}"` : '')
  return span('columns', columns) + span('rows', rows)
}

function tabStyles(columns: readonly Column[], widths: readonly number[], design: Design): string {
  const stops = widths.slice(1).map((width, index) => {
    const left = widths.slice(0, index + 1).reduce((sum, value) => sum + value, 0)
    const side = columns[index + 1]?.alignment ?? 'start'
    const [at, type] =
      side === 'end'
        ? [left + width - design.paddingX, 'right']
        : side === 'center'
          ? [left + width / 2, 'center']
          : [left + design.paddingX, 'left']
    return `<style:tab-stop style:position="${at.toFixed(2)}pt" style:type="${type}"/>`
  })
  const properties = `<style:paragraph-properties fo:margin-top="${design.paddingY}pt" fo:margin-bottom="${design.paddingY}pt"><style:tab-stops>${stops.join('')}</style:tab-stops></style:paragraph-properties>`
  const bold = design.isHeadBold ? '<style:text-properties fo:font-weight="bold"/>' : ''
  return `<style:style style:name="tabs" style:family="paragraph">${properties}</style:style>
<style:style style:name="head-tabs" style:family="paragraph">${properties}${bold}</style:style>`
}

function tabbed(grid: Grid): string {
  return grid
    .map(
      (row, y) =>
        `<text:p text:style-name="${y === 0 ? 'head-tabs' : 'tabs'}">${row.map(item => item?.text ?? '').join('<text:tab/>')}</text:p>`,
    )
    .join('\n')
}

/** Sets the rotation of all pages, as an incremental update of a PDF with a plain cross-reference table. */
export function withRotation(pdf: Buffer, rotation: number): Buffer {
  if (rotation === 0) return pdf
  const source = pdf.toString('latin1')
  const trailer = /trailer\s*<<([\s\S]*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(source)
  if (!trailer) throw new Error('The PDF has no plain cross-reference table.')
  const [, entries = '', previous = ''] = trailer
  let [update, table] = ['\n', 'xref\n']
  for (const [, number, dictionary = ''] of source.matchAll(
    /(?:^|\n)(\d+) 0 obj\s*<<(\/Type\/Page\/[\s\S]*?)>>\s*endobj/g,
  )) {
    const offset = String(pdf.length + update.length).padStart(10, '0')
    table += `${number} 1\n${offset} 00000 n \n`
    update += `${number} 0 obj\n<<${dictionary.replace(/\/Rotate \d+/, '')}/Rotate ${rotation}>>\nendobj\n`
  }
  const start = pdf.length + update.length
  const end = `${table}trailer\n<<${entries.replace(/\/Prev \d+/, '')}/Prev ${previous}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(update + end, 'latin1')])
}
