/** Temporary folder of one job with input and output; always removed. */
import { link, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Mount, pathInside, type Sandbox } from './sandbox.ts'

export interface JobFolder {
  /** Mounted read-only. */
  readonly input: string
  readonly output: string
}

export async function withJobFolder<Result>(
  besidePath: string,
  work: (folder: JobFolder) => Promise<Result>,
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

export interface StagedFile {
  /** As the program sees it; relative to the input folder unless absolute. */
  readonly path: string
  readonly mounts: readonly Mount[]
}

/** Makes a file visible to the program under a name in the input folder, without copying it. */
export async function stageFile(
  sandbox: Sandbox,
  path: string,
  folder: string,
  name: string,
): Promise<StagedFile> {
  // The input of the command line is a symlink, which leads nowhere inside the sandbox.
  const source = await realpath(path)
  if (await tryLink(source, join(folder, name))) return { path: name, mounts: [] }
  // A hard link is not possible across file systems or for files of another owner.
  const mount = { source, target: `/job/more/${name}` }
  return { path: pathInside(sandbox, mount), mounts: [mount] }
}

export async function tryLink(path: string, target: string): Promise<boolean> {
  return link(path, target).then(
    () => true,
    () => false,
  )
}
