/** The PDF helper: runs in the jail, reads PDFs and writes documents and pictures, never touches a file. */
import sharp from 'sharp'
import { serveJobs } from '../process/helper-program.ts'
import { answer } from './answer.ts'

// Every job is another document: a cache would only hold memory.
sharp.cache(false)
// What a document makes pdf.js complain about is no failure of ours; unhandled, it would end the helper.
process.on('unhandledRejection', () => {})
serveJobs(answer)
