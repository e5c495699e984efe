/** Takes the file out of a signed one (P7M). */
import { readFile } from 'node:fs/promises'
import { JobFailure } from '../../process/job-failure.ts'
import { isEnvelopedContent, signedContent } from '../../signed/signed-content.ts'
import { createBudget } from './budget.ts'
import { FileWriter } from './file-writer.ts'
import type { UnpackedList, UnpackJob } from './job.ts'

/** Read whole into memory. */
const maxSignedBytes = 256 * 1024 * 1024
/** A signed file may be signed again. */
const maxSignatures = 5

export async function readSignedFile(job: UnpackJob, sizeBytes: number): Promise<UnpackedList> {
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
  await writer.startFile(name, Date.now())
  await writer.write(content)
  await writer.endFile()
  return { entries: writer.entries, leftOut: 0, unreadable: 0, isCutShort: false }
}
