/** Text of a page of a single conversion: what is kept, what is lost, and the limits. */
import { toMegabytes } from './bytes.ts'
import { operationsFor } from './conversions.ts'
import { formats } from './formats.ts'
import { factsByPlan, joinWith, keptFact, sizeFacts } from './help/describe-limits.ts'
import type { Instance } from './instance.ts'
import { pairMessages } from './messages/pair.ts'
import { operations } from './operations/registry.ts'
import { pairFacts } from './pair-facts.ts'
import type { FormatPair } from './pair-pages.ts'
import { plans } from './plans.ts'
import type { TextFact, TextSection } from './text-section.ts'
import { batchMessages } from './tools/batch/messages.ts'

export function pairSections(instance: Instance, pair: FormatPair): readonly TextSection[] {
  const { kept, lost } = pairFacts(pair)
  const extensions = formats[pair.from].extensions.map(extension => `.${extension}`)
  return [
    { id: 'kept', heading: pairMessages.kept, blocks: [{ points: kept }] },
    { id: 'lost', heading: pairMessages.lost, blocks: [{ points: lost }] },
    {
      id: 'limits',
      heading: pairMessages.limits,
      blocks: [{ facts: limitFacts(instance, pair) }, pairMessages.extensions(joinWith('or', extensions))],
    },
  ]
}

function limitFacts(instance: Instance, { from, to }: FormatPair): TextFact[] {
  const [operation] = operationsFor(from, to)
  return [
    ...(operation ? sizeFacts(instance, operations[operation].maxBytes, pairMessages.fileSize) : []),
    ...factsByPlan(instance, pairMessages.severalFiles, plan =>
      batchMessages.limits(plans[plan].batchFiles, toMegabytes(plans[plan].batchFileBytes)),
    ),
    keptFact(instance),
  ]
}
