/** A folder for one job's unfinished files, beside the place of the result and gone whatever happens. */
import { mkdtemp, rm } from 'node:fs/promises'

/** What the unfinished result is called in it. */
export const resultName = 'result'

/** Never the folder of the input: the program may write here, and the input is somebody's stored upload. */
export async function withWorkFolder<Result>(
  besidePath: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(`${besidePath}.work-`)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
