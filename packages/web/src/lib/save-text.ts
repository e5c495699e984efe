/** Hands a text to the browser as a file to keep. */
import { saveBlob } from './save-blob.ts'

export function saveText(fileName: string, text: string, type = 'text/plain'): void {
  saveBlob(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
}
