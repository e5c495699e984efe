/** Temporary folder of one job with input and output; always removed. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface ArchiveFolder {
  /** Mounted read-only. */
  readonly input: string
  readonly output: string
}

export async function withArchiveFolder<Result>(
  besidePath: string,
  work: (folder: ArchiveFolder) => Promise<Result>,
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
