/** Sign-in page. The URL contains the current step, so that a redirect from an identity provider can open the second one. */
import { accountMessages } from '@filesmith/contract/messages/account'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { toasts } from '../../lib/toast-store.ts'
import { useRedirectFailure, without } from '../../lib/use-redirect-failure.ts'
import { useSignInWays } from '../../lib/use-sign-in-ways.ts'
import { CodeForm } from './code-form.tsx'
import { OrganizationSignIn } from './organization-sign-in.tsx'
import { SignInForm } from './sign-in-form.tsx'

const texts = accountMessages.signIn

export function SignIn() {
  const [search, setSearch] = useSearchParams()
  const [notice, setNotice] = useState<string>()
  const [isByPassword, setIsByPassword] = useState(false)
  const { onlyWay } = useSignInWays()

  useRedirectFailure((description = texts.unexpectedText) => {
    toasts.show({ title: texts.refusedTitle, description, variant: 'destructive' })
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
        heading={texts.heading}
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
