/** Draws one file's line: its name, a bar, the percentage and what is being done, within a width. */
import { cutTo, padTo, printable } from './screen-text.ts'

export interface BarLook {
  readonly columns: number
  readonly isUnicode: boolean
}

const nameColumns = 28
const barColumns = 24
const percentColumns = 6

/** The bar goes first when the terminal is narrow, then the stage; name and percentage stay. */
export function drawLine(label: string, percent: number, stage: string, look: BarLook): string {
  const columns = Math.max(1, look.columns - 1)
  const shown = `${Math.floor(percent)} %`.padStart(percentColumns)
  if (columns <= percentColumns + 4) return cutTo(shown.trim(), columns)
  const name = printable(label)
  const nameRoom = Math.min(nameColumns, Math.max(4, columns - percentColumns))
  const barRoom = Math.min(barColumns, columns - nameColumns - percentColumns - 2)
  if (barRoom < 6) return cutTo(`${padTo(cutTo(name, nameRoom), nameRoom)}${shown}`, columns)
  const line = `${padTo(cutTo(name, nameColumns), nameColumns)} ${drawBar(percent, barRoom, look.isUnicode)} ${shown}`
  const stageRoom = columns - nameColumns - barRoom - percentColumns - 4
  return stageRoom < 6 ? line : `${line}  ${cutTo(printable(stage), stageRoom)}`
}

function drawBar(percent: number, columns: number, isUnicode: boolean): string {
  const filled = Math.round((Math.min(100, Math.max(0, percent)) / 100) * columns)
  const [full, empty] = isUnicode ? ['█', '░'] : ['#', '-']
  return full.repeat(filled) + empty.repeat(columns - filled)
}
