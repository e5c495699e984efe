/** Packs a .tar.gz archive in the sandbox. */
import { join } from 'node:path'
import type { PackJob } from '../pack-job.ts'
import type { PackRun } from '../pack-run.ts'
import { runPacker } from '../run-packer.ts'

export async function packTar({
  context,
  folder,
  entries,
  level,
  resultName,
  ...run
}: PackRun): Promise<void> {
  await runPacker(context, folder, {
    program: 'tar/program.ts',
    entries,
    job: ({ outFolder }) =>
      ({ outputPath: join(outFolder, resultName), level }) satisfies Omit<PackJob, 'files'>,
    signal: run.signal,
    onLine: run.progress.updateFromLine,
  })
}
