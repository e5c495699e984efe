/** Downloads a Blob as a file. */

/** Some browsers load the object URL only after the click has returned. */
const releaseAfterMs = 60_000

export function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), releaseAfterMs)
}
