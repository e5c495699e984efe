/** API calls of jobs: start, fetch, delete and cancel. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { BatchCheck } from '@filesmith/contract/schemas/batch'
import type { AcceptedReply } from '@filesmith/contract/schemas/conversion'
import { RequestError, request } from '../request.ts'

export async function startJob(path: string, body: unknown): Promise<AcceptedReply> {
  const response = await request('POST', path, body, { prefer: 'respond-async' })
  return response.json()
}

/** Rejects as the request itself would, before the user waits for it. */
export async function checkConversion(
  operation: OperationId,
  uploadId: string,
  options: Readonly<Record<string, string>>,
): Promise<void> {
  await request('POST', apiPaths.conversionCheck, { operation, uploadId, options })
}

export async function checkBatchRequest(batch: BatchCheck): Promise<void> {
  await request('POST', apiPaths.batchCheck, batch)
}

/** A 404 counts as deleted. */
export async function deleteJob(statusUrl: string): Promise<void> {
  try {
    await request('DELETE', statusUrl)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Resolves with the remaining state, or undefined if the job was deleted. */
export async function cancelJob<State>(
  statusUrl: string,
  read: (json: State) => State,
): Promise<State | undefined> {
  await deleteJob(statusUrl)
  try {
    const response = await request('GET', statusUrl)
    return read(await response.json())
  } catch {
    return undefined
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404
}
