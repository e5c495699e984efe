/** Downloads a text as a file. */
import { saveBlob } from './save-blob.ts'

export function saveText(fileName: string, text: string, type = 'text/plain'): void {
  saveBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
}
