/**
 * Formulas of a binary workbook ([MS-XLS]) that show the machine (INFO, CELL): LibreOffice computes them on every load, so
 * their cells become plain cells with the saved result. Bytes are changed in place: what is not needed becomes a record of
 * a type that no reader knows.
 */

/** LibreOffice also accepts the types of older versions. */
const cellFormulas: readonly number[] = [0x06, 0x206, 0x406]
/** Array and shared formulas, data tables. */
const sharedFormulas: readonly number[] = [0x21, 0x221, 0x4bc, 0x37, 0x236]
const savedTexts: readonly number[] = [0x07, 0x207]
const name = 0x18
/** Conditional formats and validations. */
const conditions: readonly number[] = [0x1b1, 0x87a, 0x1be]
const [numberCell, textCell, blankCell, logicalCell, unknownType] = [0x203, 0x204, 0x201, 0x205, 0x0bad]
const headBytes = 4
/** Length of a record; the format allows 8224. */
const maxBytes = 0xffff
/** Row, column and format, which all cells begin with. */
const cellBytes = 6
const resultAt = 6
/** Offset of the tokens in a FORMULA record, behind cell, result, flags, cache and their length. */
const tokensAt = 22
const [cellFunction, infoFunction, notAvailable] = [0x7d, 0xf4, 0x0a]

interface BookRecord {
  readonly type: number
  /** Offset of its head. */
  readonly at: number
  readonly body: Buffer
}

export function freezeDisclosingFormulas(book: Buffer, records: readonly BookRecord[]): void {
  const names = records.filter(({ type }) => type === name)
  const disclosing = findDisclosingNames(names.map(({ body }) => body))
  const isDisclosing = (tokens: Buffer) =>
    functionsIn(tokens).length > 0 || namesIn(tokens).some(index => disclosing.has(index))
  freezeCells(book, records, isDisclosing)
  // Conditions and names have no saved result: the function becomes #N/A.
  for (const { type, body } of records)
    if (type === name || conditions.includes(type))
      for (const at of functionsIn(body)) body.writeUInt16LE(notAvailable, at)
}

/**
 * Places of the function numbers of INFO and CELL. Searched as bytes, not token by token: what looks like a call freezes a
 * cell too many, while a token of unknown length would hide a call behind it.
 */
function functionsIn(tokens: Buffer): number[] {
  const found: number[] = []
  for (let at = 0; at + 3 <= tokens.length; at++) {
    const kind = (tokens[at] ?? 0) & 0x9f
    const isFixed = kind === 0x01 && (tokens[at] ?? 0) >= 0x21
    const isVariable = kind === 0x02 && (tokens[at] ?? 0) >= 0x22 && at + 4 <= tokens.length
    const argumentCount = (tokens[at + 1] ?? 0) & 0x7f
    if (isFixed && isDisclosingFunction(tokens.readUInt16LE(at + 1))) found.push(at + 1)
    else if (isVariable && argumentCount <= 2 && isDisclosingFunction(tokens.readUInt16LE(at + 2) & 0x7fff))
      found.push(at + 2)
  }
  return found
}

function isDisclosingFunction(number: number): boolean {
  return number === cellFunction || number === infoFunction
}

/** Numbers of the names that the tokens refer to, from 1. */
function namesIn(tokens: Buffer): number[] {
  const found: number[] = []
  for (let at = 0; at + 5 <= tokens.length; at++)
    if (((tokens[at] ?? 0) & 0x9f) === 0x03 && (tokens[at] ?? 0) >= 0x23 && tokens.readUInt16LE(at + 3) === 0)
      found.push(tokens.readUInt16LE(at + 1))
  return found
}

function findDisclosingNames(names: readonly Buffer[]): ReadonlySet<number> {
  const users = Map.groupBy(
    names.flatMap((body, index) => namesIn(body).map(used => ({ used, user: index + 1 }))),
    ({ used }) => used,
  )
  const found = new Set<number>()
  const left = names.flatMap((body, index) => (functionsIn(body).length > 0 ? [index + 1] : []))
  for (let index = left.pop(); index !== undefined; index = left.pop()) {
    if (found.has(index)) continue
    found.add(index)
    left.push(...(users.get(index) ?? []).map(({ user }) => user))
  }
  return found
}

/** A formula cell with what belongs to it: the formula that it shares with others, and its saved text. */
interface FormulaCell {
  readonly cell: BookRecord
  readonly shared: BookRecord | undefined
  readonly text: BookRecord | undefined
}

function freezeCells(
  book: Buffer,
  records: readonly BookRecord[],
  isDisclosing: (tokens: Buffer) => boolean,
): void {
  const cells = records.flatMap((cell, index): FormulaCell[] => {
    if (!cellFormulas.includes(cell.type) || cell.body.length < tokensAt) return []
    const next = records[index + 1]
    const shared = next && sharedFormulas.includes(next.type) ? next : undefined
    const last = records[index + (shared ? 2 : 1)]
    return [{ cell, shared, text: last && savedTexts.includes(last.type) ? last : undefined }]
  })
  // Of all sheets: a cell of another sheet that shares a formula from the same place is frozen too.
  const anchors = new Set(
    cells
      .filter(({ shared }) => shared && isDisclosing(shared.body))
      .map(({ cell }) => cell.body.readUInt32LE(0)),
  )
  for (const one of cells) {
    const { body } = one.cell
    const tokens = body.subarray(tokensAt)
    if (isDisclosing(tokens) || anchors.has(sharedAnchor(tokens) ?? -1)) freeze(book, one)
  }
}

/** Row and column of the first cell that shares a formula, as one number. */
function sharedAnchor(tokens: Buffer): number | undefined {
  return tokens[0] === 0x01 && tokens.length >= 5 ? tokens.readUInt32LE(1) : undefined
}

function freeze(book: Buffer, { cell, shared, text }: FormulaCell): void {
  if (shared) setType(book, shared, unknownType)
  const { body } = cell
  const kind = body.readUInt16LE(resultAt + 6) === 0xffff ? body[resultAt] : undefined
  if (kind === undefined) setType(book, cell, numberCell)
  else if (kind === 0 && text && text.at - cell.at <= maxBytes) freezeText(book, cell, text)
  else if (kind === 1 || kind === 2) {
    body[cellBytes] = body[resultAt + 2] ?? 0
    body[cellBytes + 1] = kind - 1
    setType(book, cell, logicalCell)
  } else setType(book, cell, blankCell)
}

/** The records up to the text become one unknown record and a cell with the text, which may continue in CONTINUE records. */
function freezeText(book: Buffer, cell: BookRecord, text: BookRecord): void {
  const place = Buffer.from(cell.body.subarray(0, cellBytes))
  const at = text.at - cellBytes
  writeHead(book, cell.at, unknownType, at - cell.at - headBytes)
  writeHead(book, at, textCell, cellBytes + text.body.length)
  place.copy(book, at + headBytes)
}

function setType(book: Buffer, { at }: BookRecord, type: number): void {
  book.writeUInt16LE(type, at)
}

function writeHead(book: Buffer, at: number, type: number, bytes: number): void {
  book.writeUInt16LE(type, at)
  book.writeUInt16LE(bytes, at + 2)
}
