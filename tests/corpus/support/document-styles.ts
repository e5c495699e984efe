/** Text styles of a Word document by paragraph, and counts of its other elements, to compare two documents. */
import { readZip } from '../../support/read-zip.ts'
import { descendants, readXml, type XmlElement } from './read-xml.ts'

export interface ParagraphStyles {
  readonly text: string
  /** Number of letters by style. */
  readonly letters: ReadonlyMap<string, number>
}

export interface DocumentStyles {
  readonly paragraphs: readonly ParagraphStyles[]
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
/** Properties without a visible effect. */
const invisible = new Set(['w:lang', 'w:noProof', 'w:rPrChange'])

export async function readStyles(docx: Buffer): Promise<DocumentStyles> {
  const paragraphs: ParagraphStyles[] = []
  const counts: Record<string, number> = Object.fromEntries(counted.map(name => [name, 0]))
  for (const [name, bytes] of await readZip(docx)) {
    if (!textParts.test(name)) continue
    const root = readXml(bytes.toString())
    for (const each of counted) counts[each] = (counts[each] ?? 0) + descendants(root, each).length
    paragraphs.push(...descendants(root, 'w:p').map(stylesOf))
  }
  return { paragraphs, counts }
}

function stylesOf(paragraph: XmlElement): ParagraphStyles {
  const letters = new Map<string, number>()
  const texts: string[] = []
  const visit = (element: XmlElement, context: string) => {
    if (element.name === 'w:txbxContent') return
    if (element.name === 'w:r') texts.push(countLetters(element, context, letters))
    else for (const child of element.children) visit(child, context + contextOf(element))
  }
  for (const child of paragraph.children) visit(child, '')
  return { text: texts.join(''), letters }
}

function contextOf({ name }: XmlElement): string {
  return ['w:hyperlink', 'w:ins', 'w:sdt'].includes(name) ? `${name} ` : ''
}

function countLetters(run: XmlElement, context: string, letters: Map<string, number>): string {
  const properties = run.children.find(({ name }) => name === 'w:rPr')
  const style = `${context}${properties ? styleOf(properties) : ''}`
  const text = run.children.flatMap(child => (child.name === 'w:t' ? [child.text] : [])).join('')
  const count = text.match(/\p{L}/gu)?.length ?? 0
  if (count > 0) letters.set(style, (letters.get(style) ?? 0) + count)
  return text
}

function styleOf(properties: XmlElement): string {
  return properties.children
    .filter(({ name }) => !invisible.has(name))
    .map(
      ({ name, attributes }) =>
        `${name}${[...attributes].map(([key, value]) => `[${key}=${value}]`).join('')}`,
    )
    .sort()
    .join(' ')
}

export interface StylesKept {
  /** Styles per paragraph that covered letters, and those that still do. */
  readonly styles: number
  readonly kept: number
  /** Letters of the source, and those whose style covers the same share of the paragraph as before. */
  readonly letters: number
  readonly covered: number
}

export function compareStyles(before: DocumentStyles, after: DocumentStyles): StylesKept {
  let [styles, kept, letters, covered] = [0, 0, 0, 0]
  for (const [index, source] of before.paragraphs.entries()) {
    const result = after.paragraphs[index]?.letters ?? new Map<string, number>()
    const totalBefore = sum(source.letters)
    const totalAfter = Math.max(1, sum(result))
    for (const [style, count] of source.letters) {
      const share = (result.get(style) ?? 0) / totalAfter
      styles += 1
      kept += result.has(style) ? 1 : 0
      letters += count
      covered += Math.min(count, share * totalBefore)
    }
  }
  return { styles, kept, letters, covered }
}

function sum(letters: ReadonlyMap<string, number>): number {
  return [...letters.values()].reduce((total, count) => total + count, 0)
}
