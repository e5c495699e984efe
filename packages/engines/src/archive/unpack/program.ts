/** Unpacking program: reads one archive in the sandbox, with 7-Zip or bsdtar beside it. */
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JobFailure } from '../../process/job-failure.ts'
import { readStandardInput } from '../../process/read-standard-input.ts'
import { type UnpackedList, type UnpackJob, unpackedListName, unpackJobSchema } from './job.ts'
import { readSignedFile } from './read-signed-file.ts'
import { holdsTar, readCompressedFile, readWithBsdtar } from './read-with-bsdtar.ts'
import { readWithSevenZip } from './read-with-seven-zip.ts'

const bySevenZip: ReadonlySet<string> = new Set(['zip', '7z', 'cab'])
const compressedFiles: ReadonlySet<string> = new Set(['gz', 'bz2', 'xz', 'zst'])

async function unpack(job: UnpackJob): Promise<UnpackedList> {
  const { size } = await stat(job.path)
  if (job.format === 'p7m') return readSignedFile(job, size)
  if (bySevenZip.has(job.format)) return readWithSevenZip(job, size)
  // Otherwise bsdtar would also unpack an archive in the compressed file, which stays a file.
  if (compressedFiles.has(job.format) && !(await holdsTar(job.path))) return readCompressedFile(job, size)
  return readWithBsdtar(job, size)
}

const text = await readStandardInput()
// Without a job this is the run that fills the compile cache.
if (text !== '')
  try {
    const job = unpackJobSchema.parse(JSON.parse(text))
    await writeFile(join(job.outFolder, unpackedListName), JSON.stringify(await unpack(job)))
  } catch (error) {
    const { code, params } = error instanceof JobFailure ? error : { code: 'file-damaged', params: {} }
    const detail =
      error instanceof Error ? `${error.stack ?? error.message}\n${String(error.cause ?? '')}` : String(error)
    process.stdout.write(`${JSON.stringify({ failure: { code, params, detail } })}\n`)
  }
