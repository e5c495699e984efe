/** Removes plans and payments from descriptions of the API, for private instances and the command line. */
import type { AuditAction } from './schemas/audit-actions.ts'

const replacements: readonly (readonly [RegExp, string])[] = [
  [/ ?Basic and Pro\.$/, ''],
  [/ an account on Pro:/, ' an account:'],
  [/The key lacks the scope, or the account is not on Pro\./, 'The key lacks the scope.'],
  [/Too many requests in this minute, or the allowance is used up\./, 'Too many requests in this minute.'],
  [/ on the caller's plan\./, '.'],
  [/Answered within 12 hours\. Pro only; ignored otherwise\./, 'Ignored.'],
  [/, and your plan$/, ''],
  [/, the limits of your plan,/, ', their limits,'],
  [/^The plan, its usage,/, 'The usage'],
  [/: options, plan, (files?), engines and allowance\./, ': options, $1 and engines.'],
  [/^Change a user's plan or operator role,/, "Change a user's operator role,"],
  [/, and end its plan$/, ''],
  [/ Requires the Pro plan\./, ''],
  [/^Pro only\. /, ''],
  [/ on the Free plan and sign in$/, ' and sign in'],
]

/** Actions that a private instance does not offer. */
const planActions: ReadonlySet<string> = new Set<AuditAction>(['plan-granted', 'plan-withdrawn'])

export function isPlanAction(action: string): boolean {
  return planActions.has(action)
}

/** Fields that responses of a private instance do not have, and that its requests ignore. */
const planFields: ReadonlySet<string> = new Set([
  'plan',
  'paidPlan',
  'grantedPlan',
  'grantedUntil',
  'groupPlan',
  'subscription',
  'subscriptionPlan',
])

export function withoutPlans(text: string): string {
  return replacements.reduce((changed, [pattern, words]) => changed.replace(pattern, words), text)
}

/** A JSON Schema or OpenAPI document without fields and notes about plans. */
export function documentWithoutPlans(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .filter(item => !isPlanParameter(item) && !isPlanAction(String(item)))
      .map(documentWithoutPlans)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (typeof part === 'string' && (name === 'description' || name === 'summary'))
        return [name, withoutPlans(part)]
      if (name === 'properties') return [name, documentWithoutPlans(withoutFields(part))]
      if (name === 'required' && Array.isArray(part))
        return [name, part.filter(field => !planFields.has(field))]
      return [name, documentWithoutPlans(part)]
    }),
  )
}

function isPlanParameter(item: unknown): boolean {
  return Object(item).in === 'query' && planFields.has(Object(item).name)
}

function withoutFields(properties: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(properties)).filter(([name]) => !planFields.has(name)))
}
