/** Reads a book of any format. */
import { readFile } from 'node:fs/promises'
import { escapeText } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { findEncoding } from '../../translation/documents/encoding/find-encoding.ts'
import type { BookJob } from '../job.ts'
import type { Book } from '../model/book.ts'
import { cleanBookPage } from '../model/clean-page.ts'
import { readMobiHeader, readMobiText } from './mobi/mobi-header.ts'
import { openPalmDatabase } from './mobi/palm-database.ts'
import { readMobi } from './mobi/read-mobi.ts'
import { readEpub } from './read-epub.ts'
import { readFb2 } from './read-fb2.ts'

export async function readBook(job: BookJob): Promise<Book> {
  const file = await readFile(job.path)
  try {
    return await readAs(job, file)
  } catch (error) {
    // Offsets in the file are untrusted and may be outside of it.
    throw error instanceof RangeError ? new JobFailure('file-damaged', {}, { cause: error }) : error
  }
}

async function readAs(job: BookJob, file: Buffer): Promise<Book> {
  switch (job.from) {
    case 'epub':
      return readEpub(file, job)
    case 'fb2':
      return readFb2(file, job)
    case 'mobi':
    case 'azw3':
      return readMobi(file, job)
    case 'pdb':
      return readPalmDoc(file, job)
    default:
      throw new JobFailure('unsupported-variant')
  }
}

/** Reads PalmDOC (PDB): plain text in compressed records. */
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
