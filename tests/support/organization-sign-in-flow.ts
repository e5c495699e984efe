/** Follows the redirects of a sign-in at the organization's provider as a browser would, with separate cookies for the provider. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { createCookieJar } from './cookie-jar.ts'
import type { Visitor } from './visitor.ts'

const maxSteps = 12

export async function redirectOf(visitor: Visitor, path: string): Promise<string> {
  const response = await visitor.fetch(path, { redirect: 'manual' })
  if (response.status !== 302) throw new Error(`${path} answered ${response.status}`)
  return response.headers.get('location') ?? ''
}

/** Signs in at the provider, or denies access when `login` is null; returns the callback URL. */
export async function visitProvider(providerUrl: string, login: string | null): Promise<URL> {
  const cookies = createCookieJar()
  let address = new URL(providerUrl)
  const { origin } = address
  let form: URLSearchParams | undefined
  for (let step = 0; step < maxSteps; step++) {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: cookies.header() },
      ...(form && { method: 'POST', body: form }),
    })
    cookies.keep(response)
    form = undefined
    const location = response.headers.get('location')
    if (location !== null) {
      address = new URL(location, address)
      if (address.origin !== origin) return address
    } else if (response.status === 200) {
      form = new URLSearchParams(login === null ? { no: 'no' } : { login })
    } else {
      throw new Error(`${address.pathname} answered ${response.status}: ${await response.text()}`)
    }
  }
  throw new Error('the provider did not redirect back')
}

/** Connects the identity to the signed-in account; returns the page it ends on. */
export async function connectOrganization(visitor: Visitor, login: string | null): Promise<string> {
  const reply = await visitor.post(apiPaths.connection('organisation'))
  if (reply.status !== 200) throw new Error(`connecting answered ${reply.status}: ${await reply.text()}`)
  const { url } = (await reply.json()) as { url: string }
  const callback = await visitProvider(url, login)
  return redirectOf(visitor, callback.pathname + callback.search)
}

/** Signs in through the provider; returns the page it ends on. */
export async function signInWithOrganization(
  visitor: Visitor,
  login: string | null,
  next?: string,
): Promise<string> {
  const query = next === undefined ? '' : `?${new URLSearchParams({ next })}`
  const providerUrl = await redirectOf(visitor, apiPaths.signInWith('organisation') + query)
  if (providerUrl.startsWith('/')) return providerUrl
  const callback = await visitProvider(providerUrl, login)
  return redirectOf(visitor, callback.pathname + callback.search)
}
