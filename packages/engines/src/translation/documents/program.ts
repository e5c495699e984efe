/** The helper for documents: runs in the jail, takes words out of files and puts others in, never touches a file itself. */
import { serveJobs } from '../../process/helper-program.ts'
import { answer } from './answer.ts'

serveJobs(answer)
