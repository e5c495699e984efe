/** Maps ImageMagick errors to error codes. */
import { MagickError } from '@imagemagick/magick-wasm'
import { JobFailure } from '../process/helper-program.ts'

const outOfMemory = /memory|resource limit|cache resources exhausted/i

/** Any error other than MagickError means that the WebAssembly instance crashed, so the helper must be replaced. */
export function whileReadingMagick<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof MagickError)) throw error
    const code = outOfMemory.test(error.message) ? 'needs-too-much-memory' : 'file-damaged'
    throw new JobFailure(code, {}, { cause: error })
  }
}
