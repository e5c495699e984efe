/** Formats the progress line of a file within a width: name, bar, percentage and stage. */
import { padToWidth, stripControlCharacters, truncateMiddle } from './terminal-text.ts'

export interface ProgressLineStyle {
  readonly columns: number
  readonly isUnicode: boolean
}

const nameColumns = 28
const barColumns = 24
const percentColumns = 6

/** On narrow terminals the stage is dropped first, then the bar; name and percentage remain. */
export function formatProgressLine(
  label: string,
  percent: number,
  stage: string,
  style: ProgressLineStyle,
): string {
  const columns = Math.max(1, style.columns - 1)
  const percentText = `${Math.floor(percent)} %`.padStart(percentColumns)
  if (columns <= percentColumns + 4) return truncateMiddle(percentText.trim(), columns)
  const name = stripControlCharacters(label)
  const nameWidth = Math.min(nameColumns, Math.max(4, columns - percentColumns))
  const barWidth = Math.min(barColumns, columns - nameColumns - percentColumns - 2)
  if (barWidth < 6)
    return truncateMiddle(`${padToWidth(truncateMiddle(name, nameWidth), nameWidth)}${percentText}`, columns)
  const line = `${padToWidth(truncateMiddle(name, nameColumns), nameColumns)} ${formatBar(percent, barWidth, style.isUnicode)} ${percentText}`
  const stageWidth = columns - nameColumns - barWidth - percentColumns - 4
  return stageWidth < 6 ? line : `${line}  ${truncateMiddle(stripControlCharacters(stage), stageWidth)}`
}

function formatBar(percent: number, columns: number, isUnicode: boolean): string {
  const filled = Math.round((Math.min(100, Math.max(0, percent)) / 100) * columns)
  const [full, empty] = isUnicode ? ['█', '░'] : ['#', '-']
  return full.repeat(filled) + empty.repeat(columns - filled)
}
