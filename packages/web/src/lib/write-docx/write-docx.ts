/** Writes a DOCX file in the browser; import it on demand. */
import { documentXml } from './document-xml.ts'
import type { DocxBlock } from './docx-blocks.ts'
import { fixedParts } from './fixed-parts.ts'
import { storeZip } from './store-zip.ts'

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export function writeDocx(blocks: readonly DocxBlock[]): Blob {
  const parts = storeZip([...fixedParts, { path: 'word/document.xml', content: documentXml(blocks) }])
  return new Blob(parts, { type: docxType })
}
