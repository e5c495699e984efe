/** One run of a task of the PDF program. */
import type { PdfJob } from '../job.ts'

export interface TaskRun {
  readonly job: PdfJob
  readonly report: (percent: number, stage: string) => void
}
