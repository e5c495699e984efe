/** Writes the result of a task: compressed, and without objects that nothing refers to. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type PdfJob, pdfResultName } from '../job.ts'
import { runQpdf } from './run-qpdf.ts'

export async function writeResult(
  { outFolder }: Pick<PdfJob, 'outFolder'>,
  path: string,
  args: readonly string[] = [],
): Promise<void> {
  const written = join(outFolder, 'written.pdf')
  await runQpdf([path, '--object-streams=generate', '--compress-streams=y', ...args, written])
  await rename(written, join(outFolder, pdfResultName))
}
