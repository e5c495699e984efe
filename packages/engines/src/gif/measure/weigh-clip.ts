/** Has frames of a clip weighed inside the jail. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formats } from '@filesmith/contract/formats'
import { z } from 'zod'
import type { Encoding } from '../encode/encode-clip.ts'
import type { GifContext } from '../gif-context.ts'
import { runSandboxed } from '../run-sandboxed.ts'
import type { MeasureJob } from './measure-job.ts'

const answerName = 'weights.json'

const answerSchema = z.object({ weights: z.array(z.array(z.number().min(0))) })

/** As many lists of weights as lists of frames. */
export async function weighClip(
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
      answerPath: join(outFolder, answerName),
    }),
    signal,
    onShare: () => undefined,
    errorParams: () => ({ format: formats[format].label }),
  })
  return answerSchema.parse(JSON.parse(await readFile(join(workFolder, answerName), 'utf8'))).weights
}
