/** One redaction of a document: normalizes it, and sets images of large documents aside on disk while its pages are redacted. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import { runQpdf } from '../qpdf/run-qpdf.ts'
import { setImagesAside } from './images-aside.ts'
import { type RedactedOnce, type RedactRequest, redactPages } from './redact-pages.ts'

const defaultHeldBytes = 32 * bytesPerMegabyte

const flattenedStreams = ['--object-streams=disable', '--recompress-flate', '--compression-level=1']

/** Redacts the document; of a large one, the images that nothing changes stay on disk meanwhile. */
export async function redactOnce(
  request: RedactRequest,
  rasterPages: ReadonlySet<number>,
): Promise<RedactedOnce> {
  const { job, path, heldBytes = defaultHeldBytes } = request
  const plainPath = join(job.outFolder, 'plain.pdf')
  // Every stream that is not an image has one known filter, and every page has one content stream.
  await runQpdf([
    path,
    ...flattenedStreams,
    '--decode-level=specialized',
    '--coalesce-contents',
    '--externalize-inline-images',
    '--ii-min-bytes=0',
    plainPath,
  ])
  if ((await stat(plainPath)).size <= heldBytes) {
    const { redacted } = await redactPages(request, rasterPages, { plainPath })
    return redacted
  }
  const lightPath = join(job.outFolder, 'light.pdf')
  const held = new Set<number>()
  // Which images the redaction changes is known after it; with these, it is repeated.
  for (;;) {
    await setImagesAside(plainPath, lightPath, held)
    const { redacted, needed } = await redactPages(request, rasterPages, { plainPath, lightPath })
    if (needed.size > 0) for (const number of needed) held.add(number)
    else {
      await rm(plainPath)
      const textPath = join(job.outFolder, 'text.pdf')
      await setImagesAside(redacted.path, textPath, new Set())
      return { ...redacted, textPath }
    }
  }
}
