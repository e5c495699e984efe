/** File name of a download: from Content-Disposition, otherwise from the URL. */

const unknownName = 'file'

export function downloadFileName(url: string, contentDisposition: string | undefined): string {
  return (
    nameInDisposition(contentDisposition ?? '') ??
    decoded(new URL(url).pathname.split('/').at(-1) ?? '') ??
    unknownName
  )
}

/** RFC 6266: `filename*` takes precedence over `filename`. */
export function nameInDisposition(header: string): string | undefined {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header) ?? []
  if (encoded !== undefined) return decoded(encoded)
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  return (quoted?.replace(/\\(.)/g, '$1') ?? plain) || undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text) || undefined
  } catch {
    return text || undefined
  }
}
