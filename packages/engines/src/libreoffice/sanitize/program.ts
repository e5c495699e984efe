/** Helper program that sanitizes documents: runs in the sandbox and never touches a file itself. */
import { serveJobs } from '../../process/helper-program.ts'
import { sanitizeRequestSchema } from './request.ts'
import { sanitizeDocument } from './sanitize-document.ts'

serveJobs(sanitizeRequestSchema, sanitizeDocument)
