/** Card on file of the test payments. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { testBillingSchema } from '@filesmith/contract/schemas/billing'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'

type TestBilling = z.infer<typeof testBillingSchema>
export type TestCard = NonNullable<TestBilling['card']>

export function useTestCard() {
  return useQuery({ queryKey: [apiPaths.testCard], select: testBillingSchema.parse, gcTime: 0 })
}
