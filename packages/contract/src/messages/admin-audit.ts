/** Renders audit log entries as one sentence each, at read time. */
import { type PlanId, plans } from '../plans.ts'
import type { AuditAction } from '../schemas/audit-actions.ts'
import { engineLabel } from './admin-engines.ts'

/** Actor of entries that were made on the command line. */
export const commandLineActor = 'command line'
/** Actor of entries about what groups of the directory give or revoke. */
export const groupActor = 'group mapping'

interface AuditFacts {
  readonly action: string
  readonly actor: string
  readonly target: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

type Sentence = (target: string, detail: AuditFacts['detail']) => string

const sentences: Readonly<Record<AuditAction, Sentence>> = {
  'installation-set-up': () => 'set up this installation as its first operator',
  'account-created': target => `created the account ${target}`,
  'operator-made': target => `made ${target} an operator`,
  'operator-revoked': target => `revoked ${target} as operator`,
  'operator-signed-in': (_, { device }) => `signed in${text(device, value => ` with ${value}`)}`,
  'plan-granted': (target, { plan, until }) =>
    `gave ${target} the ${planLabel(plan)} plan${text(until, value => ` until ${value.slice(0, 10)}`)}`,
  'plan-withdrawn': (target, { plan }) => `revoked the ${planLabel(plan)} plan given to ${target}`,
  'account-suspended': target => `suspended ${target}`,
  'account-restored': target => `restored ${target}`,
  'account-deleted': target => `deleted the account ${target} and its files`,
  'invitation-created': target => (target === '' ? 'created an invitation link' : `invited ${target}`),
  'invitation-accepted': target => `accepted an invitation from ${target}`,
  'invitation-revoked': target =>
    target === '' ? 'revoked an invitation link' : `revoked the invitation of ${target}`,
  'message-handled': target => `marked the message from ${target} as handled`,
  'message-reopened': target => `reopened the message from ${target}`,
  'message-cleared': target => `marked the message from ${target} as not spam`,
  'chat-answered': target => `answered ${target} in the chat`,
  'engine-off': (target, { reason }) =>
    `turned ${engineLabel(target)} off${text(reason, value => `: ${value}`)}`,
  'engine-on': target => `turned ${engineLabel(target)} on`,
}

/** An action that only a newer version knows is shown by its id. */
export function auditSentence({ action, actor, target, detail }: AuditFacts): string {
  const who = actor === commandLineActor ? 'A command-line user' : actor
  const predicate = isAuditAction(action) && target !== null ? sentences[action](target, detail) : action
  return /[.!?]$/.test(predicate) ? `${who} ${predicate}` : `${who} ${predicate}.`
}

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(sentences, action)
}

function text(value: unknown, format: (value: string) => string): string {
  return typeof value === 'string' && value !== '' ? format(value) : ''
}

function planLabel(plan: unknown): string {
  return typeof plan === 'string' && Object.hasOwn(plans, plan) ? plans[plan as PlanId].label : String(plan)
}
