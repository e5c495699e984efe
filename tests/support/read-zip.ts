/** The files of a zip archive, by name. */
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

export async function readZip(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await yauzl.fromBufferPromise(archive, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}
