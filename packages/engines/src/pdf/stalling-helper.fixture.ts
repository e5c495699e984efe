/** Helper that accepts a job and never responds. */
import { serveJobs } from '../process/helper-program.ts'

serveJobs(() => new Promise(() => {}))
