/** The sharp helper: runs in the jail, reads pictures and writes pictures, never touches a file. */
import sharp from 'sharp'
import { serveJobs } from '../process/helper-program.ts'
import { convert } from './convert.ts'

// Every job is another picture: a cache would only hold memory.
sharp.cache(false)
serveJobs(convert)
