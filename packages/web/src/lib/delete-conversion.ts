/** Deletes a conversion with its files, or cancels it while it runs. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { RequestError, request } from './request.ts'

/** A 404 counts as deleted. */
export async function deleteConversion(id: string): Promise<void> {
  try {
    await request('DELETE', apiPaths.conversion(id))
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 404)) throw error
  }
}
