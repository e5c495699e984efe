/** Computes the weights of frames in the sandbox. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formats } from '@filesmith/contract/formats'
import { z } from 'zod'
import type { Encoding } from '../encode/encode-clip.ts'
import type { GifContext } from '../gif-context.ts'
import { runSandboxed } from '../run-sandboxed.ts'
import type { MeasureJob } from './measure-job.ts'

const resultFileName = 'weights.json'

const resultSchema = z.object({ weights: z.array(z.array(z.number().min(0))) })

/** Returns one list of weights per list of frames. */
export async function measureFrameWeights(
  context: GifContext,
  { clip, format, workFolder, signal }: Encoding,
  holdBelow: number,
  orders: readonly (readonly number[])[],
): Promise<readonly (readonly number[])[]> {
  await runSandboxed(context, {
    program: 'measure/program.ts',
    input: clip.path,
    workFolder,
    job: ({ input, outFolder }): MeasureJob => ({
      ...{ width: clip.width, height: clip.height, framesPath: input, holdBelow, orders },
      resultPath: join(outFolder, resultFileName),
    }),
    signal,
    onShare: () => undefined,
    errorParams: () => ({ format: formats[format].label }),
  })
  return resultSchema.parse(JSON.parse(await readFile(join(workFolder, resultFileName), 'utf8'))).weights
}
