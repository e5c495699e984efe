/** Formats that can become a PDF, and the operation that makes it, both from the registry. */
import { operationsFor } from '../conversions.ts'
import { type FormatId, formatIds, formats } from '../formats.ts'
import { type OperationId, operations } from '../operations/registry.ts'

const makers = new Map<FormatId, OperationId>(
  formatIds.flatMap((from): [FormatId, OperationId][] => {
    if (from === 'pdf') return []
    const [maker] = operationsFor(from, 'pdf').filter(id => operations[id].takes === 'one-file')
    return maker === undefined ? [] : [[from, maker]]
  }),
)

export const pdfSourceFormats: readonly FormatId[] = [...makers.keys()]

/** By the extension of a file name; undefined if it cannot become a PDF. */
export function pdfMakerFor(extension: string): OperationId | undefined {
  const from = pdfSourceFormats.find(id => formats[id].extensions.some(known => known === extension))
  return from && makers.get(from)
}
