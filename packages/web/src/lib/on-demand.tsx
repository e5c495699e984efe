/**
 * Components whose code is fetched when they are first shown. React has lazy() and Suspense for it, but keeps what stands in for 300 ms
 * however soon the code is there, and never asks again for what could not be fetched.
 */
import { type ComponentType, createContext, type ReactNode, use, useEffect, useState } from 'react'

const StandIn = createContext<ReactNode>(null)

interface MeanwhileProps {
  /** Stands in for components on demand, also within one another, until their code is there. */
  readonly show: ReactNode
  readonly children: ReactNode
}

export function Meanwhile({ show, children }: MeanwhileProps) {
  return <StandIn value={show}>{children}</StandIn>
}

interface Code<Props> {
  readonly load: () => Promise<ComponentType<Props>>
  component?: ComponentType<Props>
  arriving?: Promise<void> | undefined
}

export interface OnDemand<Props> {
  (props: Props): ReactNode
  /** Fetches the code before anybody sees the component; a failure is told when it is shown. */
  fetchAhead(): void
}

export function onDemand<Props extends object>(load: Code<Props>['load']): OnDemand<Props> {
  const code: Code<Props> = { load }
  return Object.assign((props: Props) => <FromCode code={code} props={props} />, {
    fetchAhead: () => void fetchCode(code).catch(() => undefined),
  })
}

function FromCode<Props extends object>({ code, props }: { code: Code<Props>; props: Props }) {
  const standIn = use(StandIn)
  const [, noteArrival] = useState(false)
  const [failure, setFailure] = useState<{ readonly error: unknown }>()
  useEffect(() => {
    if (code.component) return
    let isShown = true
    fetchCode(code).then(
      () => isShown && noteArrival(true),
      error => isShown && setFailure({ error }),
    )
    return () => {
      isShown = false
    }
  }, [code])
  // For the nearest error boundary.
  if (failure) throw failure.error
  return code.component ? <code.component {...props} /> : standIn
}

function fetchCode<Props>(code: Code<Props>): Promise<void> {
  code.arriving ??= code.load().then(
    component => {
      code.component = component
    },
    error => {
      code.arriving = undefined
      throw error
    },
  )
  return code.arriving
}
