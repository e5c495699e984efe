/** Path in the file list, by which uploads of an earlier visit are found again. */

export function listedPath(source: string, fileName: string): string {
  return `${source}/${fileName}`
}

export function sourceOfPath(path: string): string {
  return path.slice(0, path.indexOf('/'))
}
