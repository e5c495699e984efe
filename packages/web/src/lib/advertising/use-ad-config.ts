/** Ad configuration of the server; null when it cannot be loaded. */
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
    if (!config.publisherId) console.warn('no publisher id configured, showing built-in ads')
    return config
  } catch (error) {
    console.warn('ad configuration request failed', error)
    return null
  }
}
