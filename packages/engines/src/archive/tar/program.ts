/** Tar packing program: reads a job from standard input and reports progress on standard output. */
import { open } from 'node:fs/promises'
import { createReporter, type PackJob, readJob } from '../pack-job.ts'
import { openSource } from '../source-file.ts'
import { createParallelGzip, type GzipStream } from './parallel-gzip.ts'
import { tarBlockBytes, tarHeader, tarPadding } from './tar-header.ts'

const readBytes = 1024 * 1024

async function addFile(
  gzip: GzipStream,
  path: string,
  header: (sizeBytes: number) => Uint8Array,
  onDone: (byteCount: number) => void,
) {
  const source = await openSource(path)
  try {
    await gzip.add(header(source.sizeBytes))
    for (let position = 0; position < source.sizeBytes; ) {
      const bytes = new Uint8Array(Math.min(readBytes, source.sizeBytes - position))
      await source.read(position, bytes)
      await gzip.add(bytes)
      position += bytes.length
      onDone(bytes.length)
    }
    await gzip.add(tarPadding(source.sizeBytes))
  } finally {
    await source.close()
  }
}

const job = await readJob<PackJob>()
const report = createReporter()
const output = await open(job.outputPath, 'wx')
const gzip = createParallelGzip(job.level, bytes => output.writeFile(bytes))
let doneBytes = 0
for (const [file, { path, name, modifiedAtMs }] of job.files.entries()) {
  const header = (sizeBytes: number) => tarHeader({ name, isFolder: path === null, sizeBytes, modifiedAtMs })
  if (path === null) await gzip.add(header(0))
  else
    await addFile(gzip, path, header, byteCount => {
      doneBytes += byteCount
      report({ doneBytes, file })
    })
}
await gzip.add(new Uint8Array(2 * tarBlockBytes))
await gzip.end()
await output.close()
