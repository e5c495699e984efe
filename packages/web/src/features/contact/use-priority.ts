/** Whether the message is a priority one: the address of the page says so, and only for Pro it counts. */
import { type RefObject, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { usePlanOnceKnown } from '../../lib/use-plan.ts'

export interface Priority {
  /** Undefined while nobody knows. */
  readonly canAsk: boolean | undefined
  readonly isAsked: boolean
  /** Turns the form into a priority one, or back, and takes the writer to the words. */
  readonly ask: (isWanted: boolean) => void
  /** The form is a fresh one. */
  readonly forget: () => void
  readonly messageRef: RefObject<HTMLTextAreaElement | null>
}

const parameter = 'priority'

export function usePriority(): Priority {
  const [search, setSearch] = useSearchParams()
  const plan = usePlanOnceKnown()
  const messageRef = useRef<HTMLTextAreaElement>(null)
  const set = (isWanted: boolean) =>
    setSearch(isWanted ? { [parameter]: 'true' } : {}, { replace: true, preventScrollReset: true })
  return {
    canAsk: plan && plan === 'pro',
    isAsked: plan === 'pro' && search.get(parameter) === 'true',
    ask(isWanted) {
      set(isWanted)
      messageRef.current?.focus()
    },
    forget: () => set(false),
    messageRef,
  }
}
