/** Turns what libvips complains about into the codes users understand. */
import { JobFailure } from '../process/helper-program.ts'

const outOfMemory = /out of memory|cannot allocate|bad_alloc|(?:unable|failed) to allocate/i

/** Whatever goes wrong while a picture is read is the picture's fault, unless memory ran out. */
export async function whileReading<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof JobFailure) throw error
    const message = error instanceof Error ? error.message : ''
    const code = outOfMemory.test(message) ? 'needs-too-much-memory' : 'file-damaged'
    throw new JobFailure(code, {}, { cause: error })
  }
}

export async function whileWriting<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !outOfMemory.test(error.message)) throw error
    throw new JobFailure('needs-too-much-memory', {}, { cause: error })
  }
}
