/** A ToUnicode map for the codes of a simple font. */
import type { ArchiveEdit } from './archive-edit.ts'

const blockSize = 100

export function toUnicodeStream(edit: ArchiveEdit, characters: ReadonlyMap<number, number>): Promise<string> {
  const lines = [...characters].map(([code, character]) => {
    const bytes = Buffer.from(String.fromCodePoint(character), 'utf16le').swap16()
    return `<${code.toString(16).padStart(2, '0')}> <${bytes.toString('hex')}>`
  })
  const blocks: string[] = []
  for (let start = 0; start < lines.length; start += blockSize) {
    const block = lines.slice(start, start + blockSize)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  const text = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<00> <ff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`
  return edit.addStream(Buffer.from(text), {})
}
