/** Archives as zip, stored or deflated by whether it is worth it: results are compressed already. */
import { PassThrough, type Readable } from 'node:stream'
import yazl from 'yazl'
import type { ArchiveWriter } from '../../ports/archive-writer.ts'

export function createZipArchiveWriter(): ArchiveWriter {
  return {
    write(entries) {
      const zip = new yazl.ZipFile()
      // Our own end of it: whoever reads may break it off without the packer writing on.
      const output = new PassThrough()
      const fail = (error: Error) => output.destroy(error)
      zip.on('error', fail)
      for (const entry of entries) {
        if ('text' in entry) zip.addBuffer(Buffer.from(entry.text), entry.name)
        else
          zip.addReadStreamLazy(entry.name, { compress: false }, give =>
            entry.read().then(
              stream => give(null, stream),
              error => give(error, undefined as never),
            ),
          )
      }
      zip.end()
      return (zip.outputStream as Readable).on('error', fail).pipe(output)
    },
  }
}
