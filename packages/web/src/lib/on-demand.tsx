/**
 * Lazy-loaded components. Unlike `React.lazy` with Suspense, the fallback is replaced as soon as the code is loaded (React shows it
 * for at least 300 ms), and failed loads are retried on the next mount.
 */
import { type ComponentType, createContext, type ReactNode, use, useEffect, useState } from 'react'

const FallbackContext = createContext<ReactNode>(null)

interface LazyFallbackProps {
  /** Shown for lazy components, also nested ones, until their code is loaded. */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

export function LazyFallback({ fallback, children }: LazyFallbackProps) {
  return <FallbackContext value={fallback}>{children}</FallbackContext>
}

interface OnDemandOptions {
  /**
   * For parts of the frame around the screens: where their code cannot be loaded, the fallback stays, and they are tried
   * again once the connection is back. A screen has an error boundary instead.
   */
  readonly isOptional?: boolean
}

interface LazyModule<Props> extends OnDemandOptions {
  readonly load: () => Promise<ComponentType<Props>>
  component?: ComponentType<Props>
  loading?: Promise<void> | undefined
}

export interface OnDemand<Props> {
  (props: Props): ReactNode
  /** Loads the code before the first render; failures are reported when it is rendered. */
  prefetch(): void
}

export function onDemand<Props extends object>(
  load: LazyModule<Props>['load'],
  options: OnDemandOptions = {},
): OnDemand<Props> {
  const code: LazyModule<Props> = { load, ...options }
  return Object.assign((props: Props) => <LazyComponent code={code} props={props} />, {
    prefetch: () => void loadModule(code).catch(() => undefined),
  })
}

function LazyComponent<Props extends object>({ code, props }: { code: LazyModule<Props>; props: Props }) {
  const fallback = use(FallbackContext)
  const [, setIsLoaded] = useState(false)
  const [failure, setFailure] = useState<{ readonly error: unknown }>()
  useEffect(() => {
    if (code.component) return
    const unmounting = new AbortController()
    const { signal } = unmounting
    const fail = (error: unknown) => {
      if (code.isOptional) window.addEventListener('online', load, { once: true, signal })
      else setFailure({ error })
    }
    const load = () =>
      loadModule(code).then(
        () => signal.aborted || setIsLoaded(true),
        error => signal.aborted || fail(error),
      )
    void load()
    return () => unmounting.abort()
  }, [code])
  // Handled by the nearest error boundary.
  if (failure) throw failure.error
  return code.component ? <code.component {...props} /> : fallback
}

function loadModule<Props>(code: LazyModule<Props>): Promise<void> {
  code.loading ??= code.load().then(
    component => {
      code.component = component
    },
    error => {
      code.loading = undefined
      throw error
    },
  )
  return code.loading
}
