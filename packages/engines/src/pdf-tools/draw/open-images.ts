/** Files of a job that are not PDFs; images among them as PNG or JPEG for a PDF. */
import { open } from 'node:fs/promises'
import { JobFailure } from '../../process/job-failure.ts'
import type { PdfJob } from '../job.ts'

/** The job with its PDFs, and the files that are none. */
export async function splitPdfs(
  job: PdfJob,
): Promise<{ readonly pdfJob: PdfJob; readonly others: readonly PdfJob['files'][number][] }> {
  const arePdf = await Promise.all(job.files.map(({ path }) => isPdf(path)))
  const files = job.files.filter((_, index) => arePdf[index])
  const others = job.files.filter((_, index) => !arePdf[index])
  if (files.length === 0) throw new JobFailure('invalid-request', { reason: 'Please add a PDF file, too.' })
  return { pdfJob: { ...job, files }, others }
}

/** Readers accept junk before the header. */
async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(1024) })
    return buffer.subarray(0, bytesRead).includes('%PDF-')
  } finally {
    await file.close()
  }
}

/** More pixels than a page of A3 has at 300 dpi. */
const maxSide = 5000

export async function imageForPdf(input: string | Buffer, maxPixels: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(input, { limitInputPixels: maxPixels }).autoOrient()
    const { format, hasAlpha, width, height, space } = await image.metadata()
    const resized = image
      .resize({ width: Math.min(width, maxSide), height: Math.min(height, maxSide), fit: 'inside' })
      .toColorspace('srgb')
    const isPhoto = format === 'jpeg' || (format === 'webp' && !hasAlpha && space !== 'b-w')
    return await (isPhoto ? resized.jpeg({ quality: 92 }) : resized.png()).toBuffer()
  } catch (cause) {
    throw new JobFailure('file-damaged', { format: 'image' }, { cause })
  }
}
