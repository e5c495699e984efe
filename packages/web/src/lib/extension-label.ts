/** The format that a file's name claims, short enough for the sheet that stands for the file. */
import { formatLabel } from './format-label.ts'

export function extensionLabel(fileName: string): string {
  const ending = fileName.includes('.') ? (fileName.split('.').at(-1) ?? '') : ''
  return formatLabel(ending).slice(0, 6)
}
