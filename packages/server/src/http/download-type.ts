/** The content type of a download: what a browser would run if it were shown is sent as plain bytes. */

const runnable =
  /^(?:text\/(?:html|xml|xsl|javascript|ecmascript)|application\/(?:xml|javascript|ecmascript|x-javascript)|[\w.-]+\/[\w.-]+\+xml|multipart\/x-mixed-replace)$/

export function downloadType(mime: string): string {
  return runnable.test(mime) ? 'application/octet-stream' : mime
}
