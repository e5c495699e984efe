/** Turns what libvips complains about into the codes users understand. */
import type { ErrorCode } from '@filesmith/contract/errors'
import { JobFailure } from '../process/helper-program.ts'

const outOfMemory = /out of memory|cannot allocate|bad_alloc|(?:unable|failed) to allocate/i

/** libvips names what it cannot do; such a picture may well be sound. That it knows no format at all says nothing. */
const unsupported = /unsupported (?!image format)|not supported|not a whole number of bytes/i

/** Whatever goes wrong while a picture is read is the picture's fault, unless memory ran out. */
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
