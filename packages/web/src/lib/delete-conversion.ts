/** Deletes a conversion with its files, or cancels it while it runs. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { RequestError, request } from './request.ts'

/** What is gone already needs no deleting. */
export async function deleteConversion(id: string): Promise<void> {
  try {
    await request('DELETE', apiPaths.conversion(id))
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 404)) throw error
  }
}
