/** PDF program: runs one job in the sandbox, with qpdf beside it. */
import { readStandardInput } from '../process/read-standard-input.ts'
import { failureOf } from './failure-of.ts'
import { type PdfMessage, pdfJobSchema } from './job.ts'
import { loadTasks, runTask } from './tasks/registry.ts'

function send(message: PdfMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

// pdf.js rejects promises without a handler for malformed documents.
process.on('unhandledRejection', () => {})

const text = await readStandardInput()
// Without a job this is the run that fills the compile cache.
if (text === '') await loadTasks()
else
  try {
    const job = pdfJobSchema.parse(JSON.parse(text))
    let lastPercent = -1
    const report = await runTask(job, (percent, stage) => {
      const whole = Math.floor(percent)
      if (whole > lastPercent) send({ progress: { percent: whole, stage } })
      lastPercent = Math.max(lastPercent, whole)
    })
    send({ report })
  } catch (error) {
    const { code, params } = failureOf(error)
    const detail =
      error instanceof Error ? `${error.stack ?? error.message}\n${String(error.cause ?? '')}` : String(error)
    send({ failure: { code, params, detail } })
  }
