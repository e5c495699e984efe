/**
 * A new catalog and page tree for a file that has lost its own, as a truncated one has: qpdf rebuilds the table of objects, but
 * it needs a trailer. Finds only pages that are not in compressed object streams.
 */

/** Objects up to the end or the start of another one; the type of a page, not of a page tree. */
const objectPattern = /(?:^|[\r\n\s])(\d{1,8})\s+(\d{1,5})\s+obj\b/g
const pageType = /\/Type\s*\/Page(?![A-Za-z])/
/** Dictionaries of pages are at their beginning. */
const searchedLength = 20_000

export function rebuildPageTree(bytes: Buffer): Buffer | undefined {
  const text = bytes.toString('latin1')
  const pages: string[] = []
  const starts = [...text.matchAll(objectPattern)]
  let maxId = 0
  for (const [index, match] of starts.entries()) {
    const [, id = '0', generation = '0'] = match
    const end = Math.min(starts[index + 1]?.index ?? text.length, match.index + searchedLength)
    const dictionary = text.slice(match.index, end).split('stream', 1)[0] ?? ''
    maxId = Math.max(maxId, Number(id))
    if (pageType.test(dictionary)) pages.push(`${id} ${generation} R`)
  }
  if (pages.length === 0) return undefined
  const [catalog, tree] = [maxId + 1, maxId + 2]
  const kids = [...new Set(pages)]
  // In front of the file, because qpdf takes the first trailer.
  const added = `%PDF-1.7
${catalog} 0 obj
<</Type/Catalog/Pages ${tree} 0 R>>
endobj
${tree} 0 obj
<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}/MediaBox[0 0 595 842]>>
endobj
trailer
<</Root ${catalog} 0 R/Size ${tree + 1}>>
`
  return Buffer.concat([Buffer.from(added, 'latin1'), bytes])
}
