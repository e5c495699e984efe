/** All tasks of the PDF program by the id of their ability. */
import type { Ability } from '../../ability.ts'
import { pdfOrganize, pdfRedact } from '../abilities.ts'
import type { PdfJob, PdfReport } from '../job.ts'
import { organize } from './organize.ts'
import { redact } from './redact.ts'
import type { TaskRun } from './task.ts'

type Task = (job: PdfJob, report: TaskRun['report']) => Promise<PdfReport>

function defineTask<Options>(
  { options }: Ability<Options>,
  run: (task: TaskRun, options: Options) => Promise<PdfReport>,
): Task {
  return (job, report) => run({ job, report }, options.parse(job.options))
}

const tasks: Readonly<Record<string, Task>> = {
  [pdfOrganize.id]: defineTask(pdfOrganize, organize),
  [pdfRedact.id]: defineTask(pdfRedact, redact),
}

export function runTask(job: PdfJob, report: TaskRun['report']): Promise<PdfReport> {
  const task = tasks[job.task]
  if (task === undefined) throw new Error(`no task ${job.task}`)
  return task(job, report)
}
