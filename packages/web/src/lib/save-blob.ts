/** Hands something made in the page to the browser as a file to keep. */

/** Some browsers fetch the address only after the click has returned. */
const releaseAfterMs = 60_000

export function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), releaseAfterMs)
}
