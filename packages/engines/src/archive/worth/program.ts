/** The program that takes samples of files and names those that packing would hardly make smaller. */
import { type PackJob, readJob } from '../pack-job.ts'
import { isWorthPacking, openSource } from '../source-file.ts'

const { files, level } = await readJob<Pick<PackJob, 'files' | 'level'>>()
const hard: number[] = []
for (const [index, { path }] of files.entries()) {
  if (path === null) continue
  const source = await openSource(path)
  if (!(await isWorthPacking(source, level))) hard.push(index)
  await source.close()
}
process.stdout.write(`${JSON.stringify(hard)}\n`)
