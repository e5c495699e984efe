/** Content type of a download: types that a browser would execute (stored XSS) are sent as octet streams. */

const runnable =
  /^(?:text\/(?:html|xml|xsl|javascript|ecmascript)|application\/(?:xml|javascript|ecmascript|x-javascript)|[\w.-]+\/[\w.-]+\+xml|multipart\/x-mixed-replace)$/

export function downloadType(mime: string): string {
  return runnable.test(mime) ? 'application/octet-stream' : mime
}
