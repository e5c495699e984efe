/** API keys: creating, listing and revoking them, finding the caller, rate limits and idempotency. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { AppError } from '@filesmith/contract/errors'
import type { Operation } from '@filesmith/contract/operations/operation'
import { optionsJsonSchema } from '@filesmith/contract/operations/parse-options'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import { namedPlan, plans } from '@filesmith/contract/plans'
import { documentWithoutPlans } from '@filesmith/contract/private-texts'
import type { ApiAccount } from '@filesmith/contract/schemas/v1/api-account'
import {
  type ApiKey,
  type ApiScope,
  type CreatedApiKey,
  maxApiKeys,
  type NewApiKey,
} from '@filesmith/contract/schemas/v1/api-key'
import type { ApiOperation } from '@filesmith/contract/schemas/v1/api-operation'
import { maxUploadBytes } from '@filesmith/contract/upload-purposes'
import type { SecretBox } from '../../adapters/node-crypto/aes-secret-box.ts'
import type { AccountRecord } from '../../database/account-store.ts'
import type { ApiKeyRecord, ApiKeyStore } from '../../database/api-key-store.ts'
import type { AttemptCounter } from '../../database/attempt-counter.ts'
import type { ClaimedCall, IdempotencyKey, IdempotentCalls } from '../../database/idempotent-calls.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { accountOwner, currentPlan } from '../accounts/accounts.ts'
import { type AttemptDeps, limitWrongKeys } from '../accounts/limit-attempts.ts'
import { describeUsage, type UsageDeps } from '../allowance/allowance.ts'
import { describeWait } from '../describe-wait.ts'
import { type CapabilityDeps, describeCapabilities } from '../engines/engine-availability.ts'
import { isId } from '../is-id.ts'
import type { Owner } from '../owners/owner.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface ApiKeyDeps {
  readonly apiKeys: ApiKeyStore
}

export interface CreateApiKeyDeps extends ApiKeyDeps, Clock {
  readonly mails: MailQueue
}

export async function createApiKey(
  deps: CreateApiKeyDeps,
  account: AccountRecord,
  { name, scopes, expiresInDays }: NewApiKey,
): Promise<CreatedApiKey> {
  const now = deps.now()
  if (!plans[currentPlan(account, now)].hasApi) throw new AppError('pro-needed')
  const { key, keyHash, prefix } = makeApiKey()
  const record: ApiKeyRecord = {
    id: randomUUID(),
    accountId: account.id,
    name,
    prefix,
    keyHash,
    scopes: [...new Set(scopes)],
    createdAt: now,
    lastUsedAt: null,
    expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
  }
  const isInserted = await deps.apiKeys.insert(record, maxApiKeys, account)
  if (!isInserted) throw new AppError('too-many-keys', { most: maxApiKeys })
  const { email, username } = account
  const items = [`${name} (${prefix}…)`]
  await deps.mails.add({ kind: 'notice', notice: 'api-key-created', email, username, items })
  return { ...describeApiKey(record), key }
}

export async function listApiKeys(deps: ApiKeyDeps, accountId: string): Promise<ApiKey[]> {
  return (await deps.apiKeys.list(accountId)).map(describeApiKey)
}

export async function revokeApiKey(deps: ApiKeyDeps, accountId: string, id: string): Promise<void> {
  const isRevoked = isId(id) && (await deps.apiKeys.remove(id, accountId))
  if (!isRevoked) throw new AppError('key-not-found')
}

function describeApiKey(record: ApiKeyRecord): ApiKey {
  const { id, name, prefix, scopes, createdAt, lastUsedAt, expiresAt } = record
  return {
    id,
    name,
    prefix,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

const keyPrefix = 'fsk_'
const randomLength = 32
const shownCharacters = 8
const keyPattern = /^fsk_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/

interface GeneratedApiKey {
  readonly key: string
  readonly keyHash: string
  /** Identifies the key to its owner, but is too short to use. */
  readonly prefix: string
}

export function makeApiKey(): GeneratedApiKey {
  const random = randomBytes(randomLength).toString('base64url')
  const key = `${keyPrefix}${random}${checksum(random)}`
  return { key, keyHash: hashApiKey(key), prefix: key.slice(0, keyPrefix.length + shownCharacters) }
}

/** Detects typos without a database query. */
export function hasValidChecksum(key: string): boolean {
  const [, random = '', sum = ''] = keyPattern.exec(key) ?? []
  return random !== '' && checksum(random) === sum
}

/** Unsalted SHA-256 suffices for 256 random bits; a slow hash would slow down every call. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

function checksum(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return bytes.toString('base64url')
}

/** Limits database writes: the last use is not recorded with every call. */
const recordUseIntervalMs = 60 * 1000

export interface ApiCaller {
  readonly account: AccountRecord
  readonly key: ApiKeyRecord
  readonly owner: Owner
}

/** Invalid keys are rate-limited per network; valid keys are not affected by invalid ones from the same network. */
export async function findApiCaller(
  deps: AttemptDeps & ApiKeyDeps & Clock,
  sentKey: string,
  network: string,
): Promise<ApiCaller> {
  const now = deps.now()
  const found = hasValidChecksum(sentKey)
    ? await deps.apiKeys.findByHash(hashApiKey(sentKey), now)
    : undefined
  if (!found) {
    await limitWrongKeys(deps, network)
    throw new AppError('key-invalid')
  }
  const { key, account } = found
  const before = new Date(now.getTime() - recordUseIntervalMs)
  if (key.lastUsedAt === null || key.lastUsedAt < before) await deps.apiKeys.recordUse(key.id, now, before)
  return { account, key, owner: accountOwner(account, now) }
}

/** Keys are paused while the plan of the account has no API access. */
export function requireScope({ owner, key }: ApiCaller, scope: ApiScope | null): void {
  if (!plans[owner.plan].hasApi) throw new AppError('pro-needed')
  if (scope !== null && !key.scopes.includes(scope)) throw new AppError('scope-missing', { scope })
}

/** Account details available through the API. */
export async function describeApiAccount(
  deps: UsageDeps & { readonly callLimits: CallLimits },
  { account, owner, key }: ApiCaller,
): Promise<ApiAccount> {
  const { today, month } = await describeUsage(deps, owner)
  const { id, ...described } = describeApiKey(key)
  const { concurrentJobs, storageHours } = plans[owner.plan]
  return {
    username: account.username,
    plan: namedPlan(owner.plan),
    usage: { today, month },
    key: described,
    limits: {
      callsPerMinute: deps.callLimits.perKey,
      filesAtOnce: concurrentJobs,
      keptHours: storageHours,
    },
  }
}

/** All operations for API clients: formats, limits of the plan, and options as JSON Schema. */
export async function describeOperations(deps: CapabilityDeps, owner: Owner): Promise<ApiOperation[]> {
  const able = (await describeCapabilities(deps, owner)).operations
  return operationIds.map(id => {
    const operation: Operation = operations[id]
    const { label, inputs, outputs, takes } = operation
    return {
      id,
      label,
      isAvailable: able[id]?.isAvailable ?? false,
      inputs: inputs === 'any' ? null : [...inputs],
      outputs: [...outputs],
      makesOneOfMany: takes === 'several-files',
      maxFileBytes: maxUploadBytes(id, owner.plan),
      options: owner.plan === 'private' ? optionsWithoutPlans(operation) : optionsJsonSchema(operation),
    }
  })
}

function optionsWithoutPlans(operation: Operation): ApiOperation['options'] {
  return Object(documentWithoutPlans(optionsJsonSchema(operation)))
}

const windowSeconds = 60

export interface CallLimits {
  readonly perKey: number
  readonly perAccount: number
}

/** Of the two limits, the one closer to exhaustion. */
export interface RemainingCalls {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** API rate limit per key and per account in a minute, counted across all processes. */
export async function countCall(
  deps: { readonly attempts: AttemptCounter; readonly callLimits: CallLimits },
  { key, account }: ApiCaller,
): Promise<RemainingCalls> {
  const { perKey, perAccount } = deps.callLimits
  const [ofKey, ofAccount] = await deps.attempts.countBoth(
    [`api-calls:key:${key.id}`, `api-calls:account:${account.id}`],
    windowSeconds,
  )
  const left = { ofKey: perKey - ofKey.count, ofAccount: perAccount - ofAccount.count }
  const isKeyNearer = left.ofKey <= left.ofAccount
  return {
    limit: isKeyNearer ? perKey : perAccount,
    remaining: Math.min(left.ofKey, left.ofAccount),
    resetSeconds: (isKeyNearer ? ofKey : ofAccount).secondsLeft,
  }
}

/** `remaining` is negative once the limit is exceeded. */
export function refuseTooManyCalls({ limit, remaining, resetSeconds }: RemainingCalls): void {
  if (remaining >= 0) return
  throw new AppError('too-many-calls', {
    limit,
    wait: describeWait(resetSeconds),
    retryAfterSeconds: resetSeconds,
  })
}

const leaseSeconds = 30
export const renewIntervalMs = 10_000
export const responsesKeptHours = 24
const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/
const retryAfterSeconds = 1

export interface IdempotencyDeps {
  readonly idempotentCalls: IdempotentCalls
  readonly secretBox: SecretBox
}

interface StoredResponse {
  readonly status: number
  /** As it was sent; null if there was none. */
  readonly body: string | null
}

/** Claims the call, or returns the stored response. */
export async function claimCall(
  deps: IdempotencyDeps,
  call: IdempotencyKey,
  requestParts: readonly string[],
): Promise<{ readonly claimed: ClaimedCall } | { readonly answered: StoredResponse }> {
  if (!idempotencyKeyPattern.test(call.key)) throw new AppError('idempotency-key-invalid')
  const times = { leaseSeconds, keptHours: responsesKeptHours }
  const outcome = await deps.idempotentCalls.claim(call, fingerprintOf(requestParts), times)
  if (outcome.kind === 'claimed') return { claimed: outcome.call }
  if (outcome.kind === 'other') throw new AppError('idempotency-key-reused')
  if (outcome.kind === 'running') throw new AppError('idempotent-call-running', { retryAfterSeconds })
  const { status, sealedBody } = outcome
  return { answered: { status, body: sealedBody === null ? null : deps.secretBox.open(sealedBody) } }
}

export async function renewCall(deps: IdempotencyDeps, call: ClaimedCall): Promise<void> {
  await deps.idempotentCalls.renew(call, leaseSeconds)
}

/** Internal errors and rate limits are not stored, because a retry may succeed. */
export async function settleCall(
  deps: IdempotencyDeps,
  call: ClaimedCall,
  { status, body }: StoredResponse,
): Promise<void> {
  if (status >= 500 || status === 429) return deps.idempotentCalls.release(call)
  const sealedBody = body === null ? null : deps.secretBox.seal(body)
  await deps.idempotentCalls.saveResponse(call, status, sealedBody)
}

function fingerprintOf(requestParts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(requestParts)).digest('hex')
}
