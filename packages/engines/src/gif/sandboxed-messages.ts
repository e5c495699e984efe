/** What a program of this engine says from inside the jail: how far it is, and why it gave up. */
import { JobFailure } from '../process/helper-program.ts'

/** Stands before the reason on standard error; libraries may have written there, too. */
export const failureMark = '\nfailure: '

export function tellShare(share: number): void {
  process.stdout.write(`${share.toFixed(3)}\n`)
}

/** Reads the job, does it, and ends; a failure goes out with the number of the file it is about. */
export async function serveOne<Job>(work: (job: Job, about: (fileIndex: number) => void) => Promise<void>) {
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
    process.stderr.write(`${failureMark}${message}\n`)
    process.exitCode = 1
  }
}
