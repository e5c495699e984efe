/** Checks the token of a link once when its page opens. */
import { linkRequestSchema } from '@filesmith/contract/schemas/account'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { RequestError, request } from '../../lib/request.ts'

interface LinkCheck<Reply> {
  readonly token: string
  /** `invalid` is final; `failed` can be retried; `missing`: there is no such page. */
  readonly state: 'checking' | 'valid' | 'invalid' | 'missing' | 'failed'
  readonly reply: Reply | undefined
  readonly retry: () => void
}

export function useLinkCheck<Reply>(
  path: string,
  read: (response: Response) => Promise<Reply>,
): LinkCheck<Reply> {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const hasSent = useRef(false)
  const { data, error, isSuccess, mutate } = useMutation({
    mutationFn: async () => read(await request('POST', path, linkRequestSchema.parse({ token }))),
  })
  const checkOnce = useEffectEvent(() => mutate())
  useEffect(() => {
    // StrictMode mounts twice in development.
    if (hasSent.current) return
    hasSent.current = true
    checkOnce()
  }, [])
  return { token, state: isSuccess ? 'valid' : stateOf(error), reply: data, retry: () => mutate() }
}

function stateOf(error: unknown): LinkCheck<never>['state'] {
  if (error === null) return 'checking'
  if (!(error instanceof RequestError)) return 'failed'
  if (error.status === 404) return 'missing'
  return error.status < 500 && error.status !== 429 ? 'invalid' : 'failed'
}
