/** Describes formats, limits and retention times for the help, read from the operations and plans. */
import { type FormatId, formats } from '../formats.ts'
import type { Instance } from '../instance.ts'
import { maxBytesFor } from '../limits.ts'
import { formatMegabytes, formatStorage } from '../plan-offers.ts'
import { type ConversionsPerDay, type PlanId, planIds, plans, plansOf } from '../plans.ts'
import type { TextFact } from '../text-section.ts'

/** Deduplicated labels: several formats share one, such as PNG and APNG. */
export function formatNames(ids: readonly FormatId[]): string {
  return joinWith('and', [...new Set(ids.map(id => formats[id].label))])
}

export function joinWith(word: 'and' | 'or', words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)}`
}

/** Maximum file size by plan; plans with the same limit share a row. */
export function sizeFacts(instance: Instance, toolMaxBytes: number, label = 'File size'): TextFact[] {
  return factsByPlan(instance, label, plan => `up to ${formatMegabytes(maxBytesFor(toolMaxBytes, plan))}`)
}

/** One row per distinct value; the label names no plan if the value is the same for all plans. */
export function factsByPlan(
  instance: Instance,
  label: string,
  describe: (plan: PlanId) => string,
): TextFact[] {
  const planIds = plansOf(instance)
  const plansByValue = new Map<string, string[]>()
  for (const plan of planIds) {
    const value = describe(plan)
    plansByValue.set(value, [...(plansByValue.get(value) ?? []), plans[plan].label])
  }
  return [...plansByValue].map(([value, labels]) => ({
    label: labels.length === planIds.length ? label : `${label}, ${joinWith('and', labels)}`,
    value,
  }))
}

export function keptFact(instance: Instance): TextFact {
  return {
    label: 'Files are kept for',
    value: onEachPlan(instance, plan => formatStorage(plans[plan].storageHours)),
  }
}

/** '24 hours on Free, 7 days on Basic'; without the plan in a private instance. */
export function onEachPlan(instance: Instance, describe: (plan: PlanId) => string): string {
  if (instance === 'private') return describe('private')
  return planIds.map(plan => `${describe(plan)} on ${plans[plan].label}`).join(', ')
}

/** '10 on Free, 50 on Basic, unlimited on Pro'. */
export function conversionsByPlan(perDay: ConversionsPerDay): string {
  return planIds.map(plan => `${perDay[plan] ?? 'unlimited'} on ${plans[plan].label}`).join(', ')
}
