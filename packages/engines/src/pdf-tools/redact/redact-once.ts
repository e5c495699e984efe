/** One redaction of a document: normalizes it, and keeps images of large documents on disk while its pages are redacted. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import { runQpdf } from '../qpdf/run-qpdf.ts'
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
  const isHeld = (await stat(plainPath)).size <= heldBytes
  const held = new Set<number>()
  // Which images the redaction changes is known after it; with these, it is repeated.
  for (;;) {
    const { redacted, needed } = await redactPages(request, rasterPages, plainPath, isHeld ? 'all' : held)
    if (needed.size === 0) return redacted
    for (const number of needed) held.add(number)
  }
}
