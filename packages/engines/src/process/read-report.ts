/** Reads what a sandboxed program wrote about a file: whole, and on the event loop of the worker, so its length is limited. */
import { open } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'

/** JSON of this length takes a quarter of a second to parse. */
const maxReportBytes = 16 * 1024 * 1024

export async function readReport(path: string, maxBytes = maxReportBytes): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > maxBytes)
      throw new AppError('needs-too-much-memory', {}, { cause: new Error(`a report of ${size} bytes`) })
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
