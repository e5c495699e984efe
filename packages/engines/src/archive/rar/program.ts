/** The program that writes RAR archives: takes a job on standard input, says how far it is on standard output. */
import { createReporter, readJob } from '../pack-job.ts'
import { type RarJob, writeArchive } from './write-archive.ts'

const job = await readJob<RarJob>()
await writeArchive(job, createReporter())
