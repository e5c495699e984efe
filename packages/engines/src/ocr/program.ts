/** The helper of text recognition: runs in the jail, prepares pages and writes results, never touches a file. */
import sharp from 'sharp'
import { serveJobs } from '../process/helper-program.ts'
import { answer } from './answer.ts'

// Every job is another page: a cache would only hold memory.
sharp.cache(false)
// Pages are prepared side by side in several helpers: threads of one would only wait for those of another.
sharp.concurrency(1)
// What a document makes pdf.js complain about is no failure of ours; unhandled, it would end the helper.
process.on('unhandledRejection', () => {})
serveJobs(answer)
