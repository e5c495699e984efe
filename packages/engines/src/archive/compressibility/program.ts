/** Sampling program: prints the indexes of files that compression would hardly shrink. */
import { type PackJob, readJob } from '../pack-job.ts'
import { isCompressible, openSource } from '../source-file.ts'

const { files, level } = await readJob<Pick<PackJob, 'files' | 'level'>>()
const incompressible: number[] = []
for (const [index, { path }] of files.entries()) {
  if (path === null) continue
  const source = await openSource(path)
  if (!(await isCompressible(source, level))) incompressible.push(index)
  await source.close()
}
process.stdout.write(`${JSON.stringify(incompressible)}\n`)
