/** A temporary folder for the unfinished files of one job, next to the result and always removed. */
import { mkdtemp, rm } from 'node:fs/promises'

/** File name of the unfinished result. */
export const resultName = 'result'

/** Never the folder of the input: the sandboxed process may write here, and the input is a stored upload. */
export async function withMediaWorkFolder<Result>(
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
