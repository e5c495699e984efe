/** Protocol of the packing programs: the job on standard input, progress on standard output. */
import { readStandardInput } from '../process/read-standard-input.ts'

/** A file as seen by the program; an empty folder without a path. */
export interface JobFile {
  readonly path: string | null
  readonly name: string
  readonly modifiedAtMs: number
}

export interface PackJob {
  readonly files: readonly JobFile[]
  readonly outputPath: string
  /** 1 to 9. */
  readonly level: number
  readonly password?: string
}

export interface PackReport {
  /** Input bytes over all files. */
  readonly doneBytes: number
  /** Index of the current file. */
  readonly file: number
}

/** Passed by standard input, because other processes can read arguments and environment, and the job contains the password. */
export async function readJob<Job>(): Promise<Job> {
  return JSON.parse(await readStandardInput()) as Job
}

const reportIntervalMs = 100

/** Reports progress at most ten times per second. */
export function createReporter(): (report: PackReport) => void {
  let lastReportMs = 0
  return report => {
    const nowMs = performance.now()
    if (nowMs - lastReportMs < reportIntervalMs) return
    lastReportMs = nowMs
    process.stdout.write(`${JSON.stringify(report)}\n`)
  }
}
