/** Priority flag of the contact form, kept in the URL and available to Pro users only. */
import { plans } from '@filesmith/contract/plans'
import { type RefObject, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { usePlanOnceKnown } from '../../lib/use-plan.ts'

export interface Priority {
  /** Undefined while the plan is loading. */
  readonly canRequest: boolean | undefined
  readonly isRequested: boolean
  /** Sets the flag and focuses the message field. */
  readonly request: (isPriority: boolean) => void
  /** Clears the flag after the form was sent. */
  readonly reset: () => void
  readonly messageRef: RefObject<HTMLTextAreaElement | null>
}

const parameter = 'priority'

export function usePriority(): Priority {
  const [search, setSearch] = useSearchParams()
  const plan = usePlanOnceKnown()
  const messageRef = useRef<HTMLTextAreaElement>(null)
  const set = (isPriority: boolean) =>
    setSearch(isPriority ? { [parameter]: 'true' } : {}, { replace: true, preventScrollReset: true })
  return {
    canRequest: plan && plans[plan].hasPriorityEmail,
    isRequested: plan !== undefined && plans[plan].hasPriorityEmail && search.get(parameter) === 'true',
    request(isPriority) {
      set(isPriority)
      messageRef.current?.focus()
    },
    reset: () => set(false),
    messageRef,
  }
}
