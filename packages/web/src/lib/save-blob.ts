/** Downloads a Blob as a file. */
import { startDownload } from './start-download.ts'

/** Some browsers load the object URL only after the click has returned. */
const releaseAfterMs = 60_000

export function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  startDownload(url, fileName)
  setTimeout(() => URL.revokeObjectURL(url), releaseAfterMs)
}
