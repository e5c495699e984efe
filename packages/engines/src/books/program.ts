/** Book program: runs one job in the sandbox, with pandoc, bsdtar, qpdf and ddjvu beside it. */
import { join } from 'node:path'
import { JobFailure } from '../process/job-failure.ts'
import { readStandardInput } from '../process/read-standard-input.ts'
import { type BookMessage, bookJobSchema, bookResultName } from './job.ts'
import { loadBookTasks, runBookTask } from './tasks/registry.ts'

function send(message: BookMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

const text = await readStandardInput()
// Without a job this is the run that fills the compile cache.
if (text === '') await loadBookTasks()
else
  try {
    const job = bookJobSchema.parse(JSON.parse(text))
    const report = await runBookTask({
      job,
      resultPath: join(job.outFolder, bookResultName),
      report: (percent, stage) => send({ progress: { percent: Math.floor(percent), stage } }),
    })
    send({ report })
  } catch (error) {
    const { code, params } = error instanceof JobFailure ? error : { code: 'file-damaged', params: {} }
    const detail =
      error instanceof Error ? `${error.stack ?? error.message}\n${String(error.cause ?? '')}` : String(error)
    send({ failure: { code, params, detail } })
  }
