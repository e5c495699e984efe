/** Turns what ImageMagick complains about into the codes users understand. */
import { MagickError } from '@imagemagick/magick-wasm'
import { JobFailure } from '../process/helper-program.ts'

const outOfMemory = /memory|resource limit|cache resources exhausted/i

/** Anything that is no MagickError means that WebAssembly itself gave up: the helper must be replaced. */
export function whileReading<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof MagickError)) throw error
    const code = outOfMemory.test(error.message) ? 'needs-too-much-memory' : 'file-damaged'
    throw new JobFailure(code, {}, { cause: error })
  }
}
