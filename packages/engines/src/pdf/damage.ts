/** Damage of a PDF that still opens: pages that fail, and a missing end. */
import { JobFailure } from '../process/job-failure.ts'

/** The alternative if the work fails because of the file. */
export async function unlessDamaged<Result, Alternative>(
  work: () => Promise<Result>,
  alternative: Alternative,
): Promise<Result | Alternative> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof JobFailure && error.code === 'file-damaged') return alternative
    throw error
  }
}

const objectStart = /\b\d+ \d+ obj\b/

/** Every version of a PDF ends with a marker: objects after the last one belong to a version that is incomplete. */
export function lacksEnd(pdf: Buffer): boolean {
  const end = pdf.lastIndexOf('%%EOF')
  return objectStart.test(pdf.toString('latin1', Math.max(0, end)))
}
