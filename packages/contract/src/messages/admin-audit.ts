/** The audit log in words: one sentence about each entry, made when it is read. */
import { type PlanId, plans } from '../plans.ts'
import type { AuditAction } from '../schemas/audit-actions.ts'
import { engineLabel } from './admin-engines.ts'

/** Who acted where nobody was signed in. */
export const commandLineActor = 'command line'

interface AuditFacts {
  readonly action: string
  readonly actor: string
  readonly target: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

type Sentence = (target: string, detail: AuditFacts['detail']) => string

const sentences: Readonly<Record<AuditAction, Sentence>> = {
  'account-created': target => `created the account ${target}`,
  'operator-made': target => `made ${target} an operator`,
  'operator-revoked': target => `took the rights of an operator from ${target}`,
  'operator-signed-in': (_, { device }) => `signed in${text(device, value => ` with ${value}`)}`,
  'plan-granted': (target, { plan, until }) =>
    `gave ${target} the ${planLabel(plan)} plan${text(until, value => ` until ${value.slice(0, 10)}`)}`,
  'plan-withdrawn': (target, { plan }) => `took the ${planLabel(plan)} plan given to ${target} back`,
  'account-suspended': target => `suspended ${target}`,
  'account-restored': target => `let ${target} in again`,
  'account-deleted': target => `deleted the account ${target} with its files`,
  'message-handled': target => `marked the message of ${target} as handled`,
  'message-reopened': target => `opened the message of ${target} again`,
  'message-cleared': target => `said that the message of ${target} is no spam`,
  'engine-off': (target, { reason }) =>
    `switched ${engineLabel(target)} off${text(reason, value => `: ${value}`)}`,
  'engine-on': target => `switched ${engineLabel(target)} on`,
}

/** An action of a newer version is told by its name. */
export function auditSentence({ action, actor, target, detail }: AuditFacts): string {
  const who = actor === commandLineActor ? 'Somebody on the command line' : actor
  const said = isAuditAction(action) ? sentences[action](target ?? '', detail) : action
  return /[.!?]$/.test(said) ? `${who} ${said}` : `${who} ${said}.`
}

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(sentences, action)
}

function text(value: unknown, say: (value: string) => string): string {
  return typeof value === 'string' && value !== '' ? say(value) : ''
}

function planLabel(plan: unknown): string {
  return typeof plan === 'string' && Object.hasOwn(plans, plan) ? plans[plan as PlanId].label : String(plan)
}
