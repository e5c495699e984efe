/** Helper that accepts a job and never responds. */
import { z } from 'zod'
import { serveJobs } from '../process/helper-program.ts'

serveJobs(z.unknown(), () => new Promise(() => {}))
