/** Signing in, step by step; the address says which step it is, so that Google and GitHub can lead to the second one. */
import { accountMessages } from '@filesmith/contract/messages/account'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOfCode } from '../../lib/message-of-code.ts'
import { toasts } from '../../lib/toast-store.ts'
import { CodeForm } from './code-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignIn() {
  const [search, setSearch] = useSearchParams()
  const [notice, setNotice] = useState(() => failureIn(search))
  const failed = search.get('failed')

  const tellFailure = useEffectEvent(() => {
    toasts.show({
      title: accountMessages.signIn.refusedTitle,
      description: failureIn(search) ?? '',
      variant: 'destructive',
    })
    // Told once: not again after a reload.
    setSearch(without('failed', 'provider'), { replace: true })
  })
  useEffect(() => {
    if (failed !== null) tellFailure()
  }, [failed])

  if (search.get('step') === 'code')
    return (
      <CodeForm
        onStartOver={reason => {
          setNotice(reason)
          setSearch(without('step'), { replace: true })
        }}
      />
    )
  return (
    <SignInForm
      notice={notice}
      onCodeNeeded={() => {
        setNotice(undefined)
        setSearch(now => new URLSearchParams([...now, ['step', 'code']]), { replace: true })
      }}
    />
  )
}

function failureIn(search: URLSearchParams): string | undefined {
  const failed = search.get('failed')
  if (failed === null) return undefined
  return messageOfCode(failed, search.get('provider')) ?? accountMessages.signIn.unexpectedText
}

function without(...names: readonly string[]) {
  return (search: URLSearchParams) =>
    new URLSearchParams([...search].filter(([name]) => !names.includes(name)))
}
