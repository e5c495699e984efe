/** Format label from the extension of a file name, short enough for the file icon. */
import { formatLabel } from './format-label.ts'

export function extensionLabel(fileName: string): string {
  const extension = fileName.includes('.') ? fileName.replace(/^.*\./s, '') : ''
  return formatLabel(extension).slice(0, 6)
}
