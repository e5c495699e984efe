/** Writes documents of listed pages one after the other; a file is read once for all of them. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ListedPage } from '@filesmith/contract/pdf/page-list'
import { openPdfFile, type PdfFile } from '../qpdf/pdf-document.ts'
import type { PdfSource } from './open-sources.ts'
import { type DocumentSource, writeDocument } from './write-document.ts'

export function createAssembler(outFolder: string, sources: readonly PdfSource[]) {
  const opened = new Map<number, Promise<PdfFile>>()
  const open = (file: number, path: string): Promise<PdfFile> => {
    const found = opened.get(file) ?? openPdfFile(path, join(outFolder, `${randomUUID()}.pdf`))
    opened.set(file, found)
    return found
  }

  return async (
    pages: readonly ListedPage[],
    resultPath: string,
    isIntermediate = false,
  ): Promise<readonly string[]> => {
    const files = new Set(pages.map(({ file }) => file).filter(file => file > 0))
    const used: DocumentSource[] = []
    for (const file of files) {
      const source = sources[file - 1]
      if (source !== undefined)
        used.push({ file, name: source.name.replace(/\.[^.]+$/, ''), opened: await open(file, source.path) })
    }
    return writeDocument(used, pages, { resultPath, workFolder: `${resultPath}.work`, isIntermediate })
  }
}
