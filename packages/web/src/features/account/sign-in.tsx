/** Signing in, step by step; the address says which step it is, so that whoever comes back from elsewhere finds the second one. */
import { accountMessages } from '@filesmith/contract/messages/account'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { toasts } from '../../lib/toast-store.ts'
import { useRedirectFailure, without } from '../../lib/use-redirect-failure.ts'
import { useSignInWays } from '../../lib/use-sign-in-ways.ts'
import { CodeForm } from './code-form.tsx'
import { OrganizationSignIn } from './organization-sign-in.tsx'
import { SignInForm } from './sign-in-form.tsx'

const words = accountMessages.signIn

export function SignIn() {
  const [search, setSearch] = useSearchParams()
  const [notice, setNotice] = useState<string>()
  const [isByPassword, setIsByPassword] = useState(false)
  const { onlyWay } = useSignInWays()

  useRedirectFailure((description = words.unexpectedText) => {
    toasts.show({ title: words.refusedTitle, description, variant: 'destructive' })
    setNotice(description)
  })

  if (search.get('step') === 'code')
    return (
      <CodeForm
        onStartOver={reason => {
          setNotice(reason)
          setSearch(without('step'), { replace: true })
        }}
      />
    )
  if (onlyWay !== undefined && !isByPassword)
    return (
      <OrganizationSignIn
        heading={words.heading}
        name={onlyWay}
        notice={notice}
        onPassword={() => {
          setNotice(undefined)
          setIsByPassword(true)
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
