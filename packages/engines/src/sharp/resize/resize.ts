/** Placeholder. */
import { JobFailure } from '../../process/helper-program.ts'
export async function resize(..._: unknown[]): Promise<Uint8Array> {
  throw new JobFailure('internal')
}
