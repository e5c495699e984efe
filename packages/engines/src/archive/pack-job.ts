/** What our own packing programs are told on standard input, and what they say on standard output. */

/** One file as the program sees it; without a path it is an empty folder. */
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
  /** Of the input, over all files. */
  readonly doneBytes: number
  /** Which file is being packed. */
  readonly file: number
}

/** By standard input only: arguments and environment of a process can be read by others. */
export async function readJob<Job>(): Promise<Job> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as Job
}

const reportIntervalMs = 100

/** Says how far it is, at most ten times a second. */
export function createReporter(): (report: PackReport) => void {
  let saidAtMs = 0
  return report => {
    const nowMs = performance.now()
    if (nowMs - saidAtMs < reportIntervalMs) return
    saidAtMs = nowMs
    process.stdout.write(`${JSON.stringify(report)}\n`)
  }
}
