/** What the server says about advertising, asked at the start; without an answer the page goes on as it is. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type AdConfig, adConfigSchema } from '@filesmith/contract/schemas/ad-config'
import { useQuery } from '@tanstack/react-query'
import { request } from '../request.ts'

export function useAdConfig(): AdConfig | null | undefined {
  return useQuery({ queryKey: [apiPaths.adConfig], queryFn: fetchAdConfig }).data
}

async function fetchAdConfig(): Promise<AdConfig | null> {
  try {
    const response = await request('GET', apiPaths.adConfig)
    const config = adConfigSchema.parse(await response.json())
    if (!config.publisherId) console.warn('No publisher id is set: the panels show our own promotion.')
    return config
  } catch (error) {
    console.warn('Could not find out about advertising.', error)
    return null
  }
}
