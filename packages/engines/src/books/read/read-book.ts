/** Reads a book of any format. */
import { readFile } from 'node:fs/promises'
import { JobFailure } from '../../process/job-failure.ts'
import type { BookJob } from '../job.ts'
import type { Book } from '../model/book.ts'
import { readMobi } from './mobi/read-mobi.ts'
import { readEpub } from './read-epub.ts'
import { readFb2 } from './read-fb2.ts'
import { readPalmDoc } from './read-palmdoc.ts'

export async function readBook(job: BookJob): Promise<Book> {
  const file = await readFile(job.path)
  try {
    return await readAs(job, file)
  } catch (error) {
    // Offsets in the file are untrusted and may be outside of it.
    throw error instanceof RangeError ? new JobFailure('file-damaged', {}, { cause: error }) : error
  }
}

async function readAs(job: BookJob, file: Buffer): Promise<Book> {
  switch (job.from) {
    case 'epub':
      return readEpub(file, job)
    case 'fb2':
      return readFb2(file, job)
    case 'mobi':
    case 'azw3':
      return readMobi(file, job)
    case 'pdb':
      return readPalmDoc(file, job)
    default:
      throw new JobFailure('unsupported-variant')
  }
}
