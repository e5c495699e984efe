/** How the words of a Word document look, paragraph by paragraph, and what else stands in it: to compare two of them. */
import { readZip } from '../../support/read-zip.ts'
import { descendants, readXml, type XmlElement } from './read-xml.ts'

export interface ParagraphLooks {
  readonly text: string
  /** Letters that look one way, by the look. */
  readonly letters: ReadonlyMap<string, number>
}

export interface DocumentLooks {
  readonly paragraphs: readonly ParagraphLooks[]
  readonly counts: Readonly<Record<string, number>>
}

const textParts = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/
const counted = [
  'w:tbl',
  'w:tr',
  'w:tc',
  'w:drawing',
  'w:pict',
  'w:hyperlink',
  'w:footnoteReference',
  'w:endnoteReference',
  'w:commentReference',
  'w:bookmarkStart',
  'w:bookmarkEnd',
  'w:fldChar',
  'w:sdt',
  'w:ins',
  'w:del',
  'w:tab',
  'w:br',
  'w:sectPr',
]
/** Nothing a reader sees. */
const unseen = new Set(['w:lang', 'w:noProof', 'w:rPrChange'])

export async function readLooks(docx: Buffer): Promise<DocumentLooks> {
  const paragraphs: ParagraphLooks[] = []
  const counts: Record<string, number> = Object.fromEntries(counted.map(name => [name, 0]))
  for (const [name, bytes] of await readZip(docx)) {
    if (!textParts.test(name)) continue
    const root = readXml(bytes.toString())
    for (const each of counted) counts[each] = (counts[each] ?? 0) + descendants(root, each).length
    paragraphs.push(...descendants(root, 'w:p').map(looksOf))
  }
  return { paragraphs, counts }
}

function looksOf(paragraph: XmlElement): ParagraphLooks {
  const letters = new Map<string, number>()
  const texts: string[] = []
  const visit = (element: XmlElement, around: string) => {
    if (element.name === 'w:txbxContent') return
    if (element.name === 'w:r') texts.push(countLetters(element, around, letters))
    else for (const child of element.children) visit(child, around + bracketOf(element))
  }
  for (const child of paragraph.children) visit(child, '')
  return { text: texts.join(''), letters }
}

function bracketOf({ name }: XmlElement): string {
  return ['w:hyperlink', 'w:ins', 'w:sdt'].includes(name) ? `${name} ` : ''
}

function countLetters(run: XmlElement, around: string, letters: Map<string, number>): string {
  const properties = run.children.find(({ name }) => name === 'w:rPr')
  const look = `${around}${properties ? lookOf(properties) : ''}`
  const text = run.children.flatMap(child => (child.name === 'w:t' ? [child.text] : [])).join('')
  const count = text.match(/\p{L}/gu)?.length ?? 0
  if (count > 0) letters.set(look, (letters.get(look) ?? 0) + count)
  return text
}

function lookOf(properties: XmlElement): string {
  return properties.children
    .filter(({ name }) => !unseen.has(name))
    .map(
      ({ name, attributes }) =>
        `${name}${[...attributes].map(([key, value]) => `[${key}=${value}]`).join('')}`,
    )
    .sort()
    .join(' ')
}

export interface LooksKept {
  /** Looks of single paragraphs that covered letters, and those that still do. */
  readonly looks: number
  readonly kept: number
  /** Letters of the source, and those whose look covers as large a share of the paragraph as before. */
  readonly letters: number
  readonly covered: number
}

export function compareLooks(before: DocumentLooks, after: DocumentLooks): LooksKept {
  let [looks, kept, letters, covered] = [0, 0, 0, 0]
  for (const [index, source] of before.paragraphs.entries()) {
    const result = after.paragraphs[index]?.letters ?? new Map<string, number>()
    const totalBefore = sum(source.letters)
    const totalAfter = Math.max(1, sum(result))
    for (const [look, count] of source.letters) {
      const share = (result.get(look) ?? 0) / totalAfter
      looks += 1
      kept += result.has(look) ? 1 : 0
      letters += count
      covered += Math.min(count, share * totalBefore)
    }
  }
  return { looks, kept, letters, covered }
}

function sum(letters: ReadonlyMap<string, number>): number {
  return [...letters.values()].reduce((total, count) => total + count, 0)
}
