/** A helper that takes a job and never says a word about it. */
import { serveJobs } from '../process/helper-program.ts'

serveJobs(() => new Promise(() => {}))
