/** A folder for one job: what goes into the archive, and the archive while it grows; gone whatever happens. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface WorkFolder {
  /** Shown to the program read-only. */
  readonly input: string
  readonly output: string
}

export async function withWorkFolder<Result>(
  besidePath: string,
  work: (folder: WorkFolder) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(`${besidePath}.work-`)
  try {
    const [input, output] = [join(folder, 'in'), join(folder, 'out')]
    await mkdir(input)
    await mkdir(output)
    return await work({ input, output })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
