/** Usage of the allowance. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { useQuery } from '@tanstack/react-query'

/** Undefined while loading and on failure. */
export function useUsage(): Usage | undefined {
  return useQuery<Usage>({ queryKey: [apiPaths.usage] }).data
}
