/** Everything that can be converted, as GET /api/formats and the page of formats show it. */
import { operationsFor, outputsFrom } from './conversions.ts'
import { type FormatId, formatIds, formats } from './formats.ts'
import { mostWanted } from './most-wanted.ts'
import { operations } from './operations/registry.ts'
import { hasPairPage, pairPath } from './pair-pages.ts'
import type { FormatList, ListedPair } from './schemas/format-list.ts'

export function listConversions(): FormatList {
  const pairs = formatIds.flatMap(listPairs)
  const inputs = new Set(pairs.map(({ from }) => from))
  const outputs = new Set(pairs.map(({ to }) => to))
  const listed = formatIds.filter(id => inputs.has(id) || outputs.has(id))
  return {
    formats: listed.map(id => {
      const { label, kind, mime, extensions } = formats[id]
      const roles = { isInput: inputs.has(id), isOutput: outputs.has(id) }
      return { id, label, kind, mime, extensions: [...extensions], ...roles }
    }),
    inputs: listed.filter(id => inputs.has(id)),
    outputs: listed.filter(id => outputs.has(id)),
    pairs,
  }
}

function listPairs(from: FormatId): ListedPair[] {
  const outputs = outputsFrom(from)
  return [...new Set([...mostWanted(from, outputs), ...outputs])].flatMap(to => {
    const [operation] = operationsFor(from, to)
    if (operation === undefined) return []
    const page = hasPairPage({ from, to }) ? pairPath({ from, to }) : undefined
    return [{ from, to, operation, path: operations[operation].path, ...(page && { page }) }]
  })
}
