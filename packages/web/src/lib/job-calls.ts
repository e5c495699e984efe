/** Calls about work that the server has taken. */
import { type AcceptedReply, acceptedReplySchema } from '@filesmith/contract/schemas/conversion'
import { RequestError, request } from './request.ts'

export async function startJob(path: string, body: unknown): Promise<AcceptedReply> {
  const response = await request('POST', path, body, { prefer: 'respond-async' })
  return acceptedReplySchema.parse(await response.json())
}

export async function fetchJob<State>(statusUrl: string, read: (json: unknown) => State): Promise<State> {
  const response = await request('GET', statusUrl)
  return read(await response.json())
}

/** What is gone already needs no deleting. */
export async function deleteJob(statusUrl: string): Promise<void> {
  try {
    await request('DELETE', statusUrl)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Answers what is left of it: undefined when nothing is. */
export async function cancelJob<State>(
  statusUrl: string,
  read: (json: unknown) => State,
): Promise<State | undefined> {
  await deleteJob(statusUrl)
  try {
    return await fetchJob(statusUrl, read)
  } catch {
    return undefined
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404
}
