/** Document helper process: runs in the sandbox, extracts and replaces text in bytes, without file access. */
import { serveJobs } from '../../process/helper-program.ts'
import { handleDocumentRequest } from './handle-document-request.ts'

serveJobs(handleDocumentRequest)
