/** RAR packing program: reads a job from standard input and reports progress on standard output. */
import { createReporter, readJob } from '../pack-job.ts'
import { type RarJob, writeArchive } from './write-archive.ts'

const job = await readJob<RarJob>()
await writeArchive(job, createReporter())
