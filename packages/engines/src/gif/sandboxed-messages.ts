/** Protocol of sandboxed programs: progress on standard output, the reason of a failure on standard error. */
import { JobFailure } from '../process/job-failure.ts'

/** Precedes the failure on standard error, where libraries may have written, too. */
export const failureMarker = '\nfailure: '

export function reportShare(share: number): void {
  process.stdout.write(`${share.toFixed(3)}\n`)
}

/** Reads the job from standard input and runs it; a failure includes the index of the file it refers to. */
export async function runStdinJob<Job>(
  work: (job: Job, setFileIndex: (fileIndex: number) => void) => Promise<void>,
) {
  let fileIndex = 0
  try {
    const chunks: Buffer[] = []
    for await (const chunk of process.stdin) chunks.push(chunk)
    await work(JSON.parse(Buffer.concat(chunks).toString()) as Job, index => {
      fileIndex = index
    })
  } catch (error) {
    const { code, params } = error instanceof JobFailure ? error : { code: 'internal', params: {} }
    const detail = error instanceof Error ? `${error.stack} ${String(error.cause ?? '')}` : String(error)
    const message = JSON.stringify({ code, params, detail: detail.slice(0, 4000), fileIndex })
    process.stderr.write(`${failureMarker}${message}\n`)
    process.exitCode = 1
  }
}
