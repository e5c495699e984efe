/** Reads PalmDOC (PDB): plain text in compressed records. */
import { escapeText } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import { findEncoding } from '../../translation/documents/encoding/find-encoding.ts'
import type { Book } from '../model/book.ts'
import { cleanBookPage } from '../model/clean-page.ts'
import { readMobiHeader, readMobiText } from './mobi/mobi-header.ts'
import { openPalmDatabase } from './mobi/palm-database.ts'

export function readPalmDoc(
  file: Buffer,
  { name, maxUnpackedBytes }: { name: string; maxUnpackedBytes: number },
): Book {
  const database = openPalmDatabase(file)
  const bytes = readMobiText(database, readMobiHeader(database, 0), maxUnpackedBytes)
  const { encoding } = findEncoding(bytes, undefined)
  const text = new TextDecoder(encoding).decode(bytes)
  return bookOfText(text, database.name.trim() || name)
}

/** Lines are paragraphs; empty lines separate them as well. */
function bookOfText(text: string, title: string): Book {
  const paragraphs = text.split(/\r\n|\r|\n/).filter(line => line.trim() !== '')
  const page = paragraphs.map(line => `<p>${escapeText(line.trim())}</p>`).join('\n')
  const nodes = cleanBookPage(page, {
    image: () => undefined,
    link: () => undefined,
    drawing: () => undefined,
  })
  return {
    metadata: { title, authors: [], language: 'und' },
    sections: [{ id: 'section-1', nodes }],
    toc: [{ title, target: 'section:section-1', children: [] }],
    images: new Map(),
    warnings: [],
  }
}
