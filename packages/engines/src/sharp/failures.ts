/** Maps libvips errors to error codes. */
import type { ErrorCode } from '@filesmith/contract/errors'
import { JobFailure } from '../process/job-failure.ts'

const outOfMemory = /out of memory|cannot allocate|bad_alloc|(?:unable|failed) to allocate/i

/** Valid files that libvips cannot decode. An unknown image format is excluded: that means damage. */
const unsupported = /unsupported (?!image format)|not supported|not a whole number of bytes/i

/** Any error while decoding is attributed to the file, except running out of memory. */
export async function whileReading<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof JobFailure) throw error
    const message = error instanceof Error ? error.message : ''
    throw new JobFailure(readingCode(message), {}, { cause: error })
  }
}

function readingCode(message: string): ErrorCode {
  if (outOfMemory.test(message)) return 'needs-too-much-memory'
  return unsupported.test(message) ? 'unsupported-variant' : 'file-damaged'
}

export async function whileWriting<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !outOfMemory.test(error.message)) throw error
    throw new JobFailure('needs-too-much-memory', {}, { cause: error })
  }
}
