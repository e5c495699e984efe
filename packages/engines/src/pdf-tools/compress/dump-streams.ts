/** Writes the bytes of streams to files, decoded unless only an image decoder can. */
import { readQpdfObjects } from '../qpdf/pdf-document.ts'
import { type PdfDict, referencedNumber, referenceTo } from '../qpdf/pdf-value.ts'

export interface DumpedStream {
  /** Without the filters that were decoded. */
  readonly dict: PdfDict
  readonly datafile: string
}

/** By object number. Every run of qpdf reads the structure of the whole file, so that few large ones are faster than many. */
export async function dumpStreams(
  path: string,
  objectNumbers: readonly number[],
  prefix: string,
  decoded: 'none' | 'generalized' = 'generalized',
): Promise<ReadonlyMap<number, DumpedStream>> {
  const dumped = new Map<number, DumpedStream>()
  if (objectNumbers.length === 0) return dumped
  const data = ['--json-stream-data=file', `--json-stream-prefix=${prefix}`, `--decode-level=${decoded}`]
  const { objects } = await readQpdfObjects(path, objectNumbers.map(referenceTo), data)
  for (const [reference, { stream }] of objects) {
    const number = referencedNumber(reference)
    if (number !== undefined && stream?.datafile !== undefined)
      dumped.set(number, { dict: stream.dict, datafile: stream.datafile })
  }
  return dumped
}
