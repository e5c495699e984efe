/** Writes the bytes of streams to files, decoded unless only an image decoder can. */
import type { IndirectObject, PdfDict } from '../qpdf/pdf-value.ts'
import { runQpdf } from '../qpdf/run-qpdf.ts'

export interface DumpedStream {
  /** Without the filters that were decoded. */
  readonly dict: PdfDict
  readonly datafile: string
}

const keyPattern = /^obj:(\d+) 0 R$/

/** By object number. */
export async function dumpStreams(
  path: string,
  objectNumbers: readonly number[],
  prefix: string,
): Promise<ReadonlyMap<number, DumpedStream>> {
  const dumped = new Map<number, DumpedStream>()
  if (objectNumbers.length === 0) return dumped
  const { stdout } = await runQpdf([
    ...['--json=2', '--json-key=qpdf', '--json-stream-data=file', '--decode-level=generalized'],
    `--json-stream-prefix=${prefix}`,
    ...objectNumbers.map(number => `--json-object=${number},0`),
    path,
  ])
  const written: { readonly qpdf: readonly [unknown, Readonly<Record<string, IndirectObject>>] } =
    JSON.parse(stdout)
  for (const [key, { stream }] of Object.entries(written.qpdf[1])) {
    const number = keyPattern.exec(key)?.[1]
    if (number !== undefined && stream?.datafile !== undefined)
      dumped.set(Number(number), { dict: stream.dict, datafile: stream.datafile })
  }
  return dumped
}
