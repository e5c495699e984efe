/** Unpacking program: reads one archive in the sandbox, with 7-Zip or bsdtar beside it. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JobFailure } from '../../process/job-failure.ts'
import { readStandardInput } from '../../process/read-standard-input.ts'
import { isEnvelopedContent, signedContent } from '../../signed/signed-content.ts'
import { createBudget } from './budget.ts'
import { FileWriter } from './file-writer.ts'
import { type UnpackedList, type UnpackJob, unpackedListName, unpackJobSchema } from './job.ts'
import { holdsTar, readCompressedFile, readWithBsdtar } from './read-with-bsdtar.ts'
import { readWithSevenZip } from './read-with-seven-zip.ts'

/* Takes the file out of a signed one (P7M). */

/** Read whole into memory. */
const maxSignedBytes = 256 * 1024 * 1024
/** A signed file may be signed again. */
const maxSignatures = 5

async function readSignedFile(job: UnpackJob, sizeBytes: number): Promise<UnpackedList> {
  if (sizeBytes > maxSignedBytes) throw new JobFailure('needs-too-much-memory')
  let content: Buffer = await readFile(job.path)
  let name = job.name
  for (let count = 0; count < maxSignatures; count++) {
    if (isEnvelopedContent(content)) throw new JobFailure('file-encrypted')
    const inner = signedContent(content)
    if (inner === undefined) {
      if (count === 0) throw new JobFailure('file-damaged')
      break
    }
    content = inner
    if (count > 0) name = name.replace(/(?<=.)\.p7m$/i, '')
  }
  const writer = new FileWriter(job.outFolder, createBudget(job.limits, sizeBytes))
  await writer.startFile(Buffer.from(name), Date.now())
  await writer.write(content)
  await writer.endFile()
  return { entries: writer.entries, leftOut: 0, unreadable: 0, isCutShort: false }
}

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
