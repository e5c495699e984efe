/** A program with a key of the public API, and how one is come by. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { apiScopes, type CreatedApiKey, type NewApiKey } from '@filesmith/contract/schemas/v1/api-key'
import { createConfirmedMember, type Member, putOnPlan } from './member.ts'
import type { TestFilesmith } from './start-filesmith.ts'
import type { Visitor } from './visitor.ts'

export interface ApiClient {
  readonly key: string
  fetch(path: string, init?: RequestInit): Promise<Response>
  json<Body>(path: string, init?: RequestInit): Promise<Body>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

/** Sends the key and no cookies, as programs do. */
export function createApiClient(baseUrl: string, key: string): ApiClient {
  const client: ApiClient = {
    key,
    fetch(path, init = {}) {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${key}`)
      return fetch(new URL(path, baseUrl), { ...init, headers })
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

/** The account must be on Pro and its address confirmed; with all scopes unless told otherwise. */
export async function makeKey(
  member: Pick<Visitor, 'post'>,
  wanted: Partial<NewApiKey> = {},
): Promise<CreatedApiKey> {
  const made = await member.post(apiPaths.apiKeys, { name: 'A program', scopes: apiScopes, ...wanted })
  if (made.status !== 201) throw new Error(`making a key answered ${made.status}: ${await made.text()}`)
  return (await made.json()) as CreatedApiKey
}

/** Somebody new on Pro, with a program that has a key of theirs. */
export async function createApiMember(
  filesmith: Pick<TestFilesmith, 'baseUrl' | 'databaseUrl'>,
  wanted: Partial<NewApiKey> = {},
): Promise<{ member: Member; client: ApiClient; created: CreatedApiKey }> {
  const member = await createConfirmedMember(filesmith)
  await putOnPlan(filesmith, member, 'pro')
  const created = await makeKey(member, wanted)
  return { member, client: createApiClient(filesmith.baseUrl, created.key), created }
}
