/** Requests admin data. A 401 or 403 refreshes the account, since the user may no longer be an operator. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { QueryClient } from '@tanstack/react-query'
import { RequestError, request } from '../../../lib/request.ts'

export interface ReplySchema<Reply> {
  parse(value: unknown): Reply
}

export async function fetchAdmin<Reply>(
  client: QueryClient,
  address: string,
  schema: ReplySchema<Reply>,
): Promise<Reply> {
  try {
    const response = await request('GET', address)
    return schema.parse(await response.json())
  } catch (error) {
    const isRefused = error instanceof RequestError && (error.status === 401 || error.status === 403)
    if (isRefused) void client.invalidateQueries({ queryKey: [apiPaths.authStatus] })
    throw error
  }
}
