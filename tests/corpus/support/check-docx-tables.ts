/** Checks DOCX tables by Word's rules: rows as wide as the grid, valid merges, cells that end with a paragraph. */
import { attributeOf, childrenOf, descendants, type XmlElement } from './read-xml.ts'

/** In twentieths of a point. */
const rounding = 20

export function checkTables(root: XmlElement): string[] {
  return descendants(root, 'w:tbl').flatMap((table, index) =>
    checkTable(table).map(fault => `table ${index + 1}: ${fault}`),
  )
}

function checkTable(table: XmlElement): string[] {
  const [grid] = childrenOf(table, 'w:tblGrid')
  const rows = childrenOf(table, 'w:tr')
  if (!grid || childrenOf(table, 'w:tblPr').length !== 1) return ['no grid or no properties']
  if (rows.length === 0) return ['no rows']
  const widths = childrenOf(grid, 'w:gridCol').map(column => Number(attributeOf(column, 'w:w')))
  const faults = widths.every(width => width > 0) ? [] : ['a column has no width']
  let above: readonly CellPosition[] = []
  for (const row of rows) {
    const cells = positionsOf(row)
    const columns = cells.reduce(
      (sum, { span }) => sum + span,
      skipped(row, 'w:gridBefore') + skipped(row, 'w:gridAfter'),
    )
    if (columns !== widths.length) faults.push(`a row of ${columns} columns in a grid of ${widths.length}`)
    for (const position of cells) faults.push(...checkCell(position, above, widths))
    above = cells
  }
  return [...new Set(faults)]
}

interface CellPosition {
  readonly cell: XmlElement
  readonly column: number
  readonly span: number
  readonly merge: 'restart' | 'continue' | undefined
  readonly width: number | undefined
}

/** Columns that a row omits before or after its cells. */
function skipped(row: XmlElement, name: string): number {
  const properties = childrenOf(row, 'w:trPr')[0]?.children ?? []
  return Number(attributeOf(properties.find(child => child.name === name)) ?? 0)
}

function positionsOf(row: XmlElement): CellPosition[] {
  let column = skipped(row, 'w:gridBefore')
  return childrenOf(row, 'w:tc').map(cell => {
    const properties = childrenOf(cell, 'w:tcPr')[0]?.children ?? []
    const property = (name: string) => properties.find(child => child.name === name)
    const span = Number(attributeOf(property('w:gridSpan')) ?? 1)
    const merge = property('w:vMerge')
    const width = attributeOf(property('w:tcW'), 'w:w')
    column += span
    return {
      cell,
      column: column - span,
      span,
      merge: merge && (attributeOf(merge) === 'restart' ? 'restart' : 'continue'),
      width: width === undefined ? undefined : Number(width),
    }
  })
}

function checkCell(
  position: CellPosition,
  above: readonly CellPosition[],
  widths: readonly number[],
): string[] {
  const { cell, column, span, merge, width } = position
  const faults: string[] = []
  const upper = above.find(other => other.column === column)
  if (merge === 'continue' && (upper?.merge === undefined || upper.span !== span))
    faults.push(`column ${column + 1} continues a cell that is not above it`)
  if (cell.children.at(-1)?.name !== 'w:p') faults.push('a cell does not end with a paragraph')
  const columns = widths.slice(column, column + span).reduce((sum, one) => sum + one, 0)
  if (width !== undefined && Math.abs(width - columns) > rounding)
    faults.push(`a cell is ${width} wide in columns of ${columns}`)
  return faults
}
