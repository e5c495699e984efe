/** A client of the public API with an API key, and helpers that create one. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { apiScopes, type CreatedApiKey, type NewApiKey } from '@filesmith/contract/schemas/v1/api-key'
import { createConfirmedMember, type Member, putOnPlan } from './member.ts'
import type { TestFilesmith } from './start-filesmith.ts'
import { addressBelow, type Visitor } from './visitor.ts'

export interface ApiClient {
  readonly key: string
  fetch(path: string, init?: RequestInit): Promise<Response>
  json<Body>(path: string, init?: RequestInit): Promise<Body>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

/** Authenticates with the key only, without cookies. */
export function createApiClient(baseUrl: string, key: string): ApiClient {
  const client: ApiClient = {
    key,
    fetch(path, init = {}) {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${key}`)
      return fetch(addressBelow(baseUrl, path), { ...init, headers })
    },
    async json<Body>(path: string, init?: RequestInit) {
      return (await (await client.fetch(path, init)).json()) as Body
    },
    post: (path, body, headers = {}) =>
      client.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  }
  return client
}

/** Requires an account on Pro with a confirmed email address. Default: all scopes. */
export async function createApiKey(
  member: Pick<Visitor, 'post'>,
  wanted: Partial<NewApiKey> = {},
): Promise<CreatedApiKey> {
  const reply = await member.post(apiPaths.apiKeys, { name: 'A program', scopes: apiScopes, ...wanted })
  if (reply.status !== 201)
    throw new Error(`creating an API key answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as CreatedApiKey
}

/** A new account on Pro and a client that uses one of its keys. */
export async function createApiMember(
  filesmith: Pick<TestFilesmith, 'baseUrl' | 'databaseUrl'>,
  wanted: Partial<NewApiKey> = {},
): Promise<{ member: Member; client: ApiClient; created: CreatedApiKey }> {
  const member = await createConfirmedMember(filesmith)
  await putOnPlan(filesmith, member, 'pro')
  const created = await createApiKey(member, wanted)
  return { member, client: createApiClient(filesmith.baseUrl, created.key), created }
}
