/** Reads headings, list items, tables, images and text from the XML of a DOCX. */
import { text as readText } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'
import type { Structure } from '../make-samples/expected-structure.ts'

export interface DocxStructure extends Structure {
  readonly columns: readonly number[]
  readonly headers: string
  readonly footers: string
  readonly noteTexts: string
  readonly isRightToLeft: boolean
}

export async function readDocx(docx: Buffer): Promise<DocxStructure> {
  const parts = await unzipText(docx)
  const document = parts.get('word/document.xml') ?? ''
  const outline = withoutDeep(document)
  const paragraphs = [...outline.matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([xml]) => xml)
  const tables = [...document.matchAll(/<w:tbl>.*?<\/w:tbl>/gs)].map(([xml]) => xml)
  const named = (pattern: RegExp) =>
    [...parts]
      .filter(([name]) => pattern.test(name))
      .map(([, xml]) => xml)
      .join('')
  return {
    text: wordsOf(document),
    headings: paragraphs.flatMap(xml => {
      const level = /<w:pStyle w:val="Heading(\d)"/.exec(xml)?.[1]
      return level ? [`${level} ${wordsOf(xml)}`] : []
    }),
    items: paragraphs.flatMap(xml => {
      const level = /<w:numPr><w:ilvl w:val="(\d)"/.exec(xml)?.[1]
      return level ? [`${level} ${wordsOf(xml)}`] : []
    }),
    tables: tables.map(shapeOf),
    images: document.match(/<w:drawing>/g)?.length ?? 0,
    links: [...(parts.get('word/_rels/document.xml.rels') ?? '').matchAll(/Target="(https?:[^"]*)"/g)].map(
      ([, url = '']) => url,
    ),
    notes: document.match(/<w:footnoteReference /g)?.length ?? 0,
    columns: [...document.matchAll(/<w:cols [^>]*w:num="(\d)"/g)].map(([, count]) => Number(count)),
    headers: named(/^word\/header\d*\.xml$/),
    footers: named(/^word\/footer\d*\.xml$/),
    noteTexts: wordsOf(parts.get('word/footnotes.xml') ?? ''),
    isRightToLeft: /<w:bidi/.test(document),
  }
}

/** Text boxes nest paragraphs inside paragraphs; only the outer ones are counted. */
function withoutDeep(xml: string): string {
  return xml.replace(/<w:txbxContent>.*?<\/w:txbxContent>/gs, '')
}

function shapeOf(xml: string): string {
  const rows = xml.match(/<w:tr[ >]/g)?.length ?? 0
  const columns = xml.match(/<w:gridCol /g)?.length ?? 0
  const merged =
    (xml.match(/<w:gridSpan /g)?.length ?? 0) + (xml.match(/<w:vMerge w:val="restart"/g)?.length ?? 0)
  return `${rows} x ${columns}, ${merged} merged`
}

function wordsOf(xml: string): string {
  return xml
    .replace(/<w:tab\/>/g, ' ')
    .replace(/<\/w:p>/g, ' ')
    .replace(/<w:instrText.*?<\/w:instrText>/gs, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}

function unzipText(zip: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error)
      file.on('error', reject)
      file.on('end', () => resolve(parts))
      file.on('entry', entry => {
        if (!/\.(xml|rels)$/.test(entry.fileName)) return file.readEntry()
        file.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure)
          parts.set(entry.fileName, await readText(stream))
          file.readEntry()
        })
      })
      file.readEntry()
    })
  })
}
