/** A document that is made PDF/A, and what was changed for it. */
import { writeFile } from 'node:fs/promises'
import type { PdfDocument } from '../../qpdf/pdf-document.ts'
import type { PdfDict } from '../../qpdf/pdf-value.ts'

export interface ArchiveEdit {
  readonly document: PdfDocument
  /** The file of the document. */
  readonly path: string
  /** Start of the paths of temporary files. */
  readonly prefix: string
  /** Sentences for the user about what is different now. */
  readonly changes: Set<string>
  /** Adds a stream. */
  addStream(data: Buffer, dict: PdfDict): Promise<string>
}

export function startArchiveEdit(document: PdfDocument, path: string, prefix: string): ArchiveEdit {
  let streams = 0
  return {
    document,
    path,
    prefix,
    changes: new Set(),
    async addStream(data, dict) {
      const datafile = `${prefix}-new-${streams++}`
      await writeFile(datafile, data)
      return document.setStream({ dict, datafile })
    },
  }
}
