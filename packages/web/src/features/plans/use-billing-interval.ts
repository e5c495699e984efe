/** Billing interval in the query string, so that it is kept when returning from the checkout. */
import type { BillingInterval } from '@filesmith/contract/plan-offers'
import { useSearchParams } from 'react-router'

const parameter = 'billing'
const yearly = 'yearly'

export function useBillingInterval(): [BillingInterval, (interval: BillingInterval) => void] {
  const [search, setSearch] = useSearchParams()
  const set = (interval: BillingInterval) => {
    const next = new URLSearchParams(search)
    if (interval === 'year') next.set(parameter, yearly)
    else next.delete(parameter)
    setSearch(next, { replace: true })
  }
  return [search.get(parameter) === yearly ? 'year' : 'month', set]
}
