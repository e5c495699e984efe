/** Sandboxed program: recognizes the formats of files by their content. */
import { open } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { sniffFormat, sniffHeadBytes, tailStart } from '@filesmith/contract/sniff-format'
import { readStandardInput } from './read-standard-input.ts'
import { sniffJobSchema } from './sniff-job.ts'

async function formatOf(path: string): Promise<FormatId | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (start: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffHeadBytes), 0, sniffHeadBytes, start)
      return buffer.subarray(0, bytesRead)
    }
    const head = await read(0)
    const second = tailStart(head, size)
    return sniffFormat(head, second === undefined ? head : await read(second)) ?? null
  } finally {
    await file.close()
  }
}

const text = await readStandardInput()
// Without a job this is the run that fills the compile cache.
if (text !== '') {
  const formats: (FormatId | null)[] = []
  for (const path of sniffJobSchema.parse(JSON.parse(text))) formats.push(await formatOf(path))
  process.stdout.write(`${JSON.stringify(formats)}\n`)
}
