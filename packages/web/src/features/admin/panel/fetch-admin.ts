/** Asks the server for something that only operators see; whoever is none any more is found out here. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { QueryClient } from '@tanstack/react-query'
import { RequestError, request } from '../../../lib/request.ts'

export interface Shape<Reply> {
  parse(value: unknown): Reply
}

export async function fetchAdmin<Reply>(
  client: QueryClient,
  address: string,
  shape: Shape<Reply>,
): Promise<Reply> {
  try {
    const response = await request('GET', address)
    return shape.parse(await response.json())
  } catch (error) {
    const isRefused = error instanceof RequestError && (error.status === 401 || error.status === 403)
    if (isRefused) void client.invalidateQueries({ queryKey: [apiPaths.authStatus] })
    throw error
  }
}
