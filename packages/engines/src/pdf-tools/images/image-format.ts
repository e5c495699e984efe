/** Recognizes images among the files of a job by their content. */
import { open } from 'node:fs/promises'
import { type PdfImageFormat, pdfImageFormats } from '@filesmith/contract/operations/pdf/images-to-pdf'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'

/** Undefined for everything else. */
export async function imageFormatOf(path: string): Promise<PdfImageFormat | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffHeadBytes), 0, sniffHeadBytes, 0)
    const format = sniffFormat(buffer.subarray(0, bytesRead))
    return pdfImageFormats.find(each => each === (format === 'apng' ? 'png' : format))
  } finally {
    await file.close()
  }
}
