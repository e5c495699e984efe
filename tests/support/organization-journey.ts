/** The way to an organisation's provider and back, as a browser goes it, with cookies of its own over there. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { createCookieJar } from './cookie-jar.ts'
import type { Visitor } from './visitor.ts'

const maxSteps = 12

export async function redirectOf(visitor: Visitor, path: string): Promise<string> {
  const response = await visitor.fetch(path, { redirect: 'manual' })
  if (response.status !== 302) throw new Error(`${path} answered ${response.status}`)
  return response.headers.get('location') ?? ''
}

/** Signs in over there as somebody, or says no; answers the address that leads back. */
export async function visitProvider(there: string, login: string | null): Promise<URL> {
  const cookies = createCookieJar()
  let address = new URL(there)
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
  throw new Error('the provider leads nowhere')
}

/** Connects the identity to the account that is signed in; answers the page where it ends. */
export async function connectOrganisation(visitor: Visitor, login: string | null): Promise<string> {
  const begun = await visitor.post(apiPaths.connection('organisation'))
  if (begun.status !== 200) throw new Error(`connecting answered ${begun.status}: ${await begun.text()}`)
  const { url } = (await begun.json()) as { url: string }
  const back = await visitProvider(url, login)
  return redirectOf(visitor, back.pathname + back.search)
}

/** There and back; answers the page where it ends. */
export async function comeFromOrganization(
  visitor: Visitor,
  login: string | null,
  next?: string,
): Promise<string> {
  const wish = next === undefined ? '' : `?${new URLSearchParams({ next })}`
  const there = await redirectOf(visitor, apiPaths.signInWith('organisation') + wish)
  if (there.startsWith('/')) return there
  const back = await visitProvider(there, login)
  return redirectOf(visitor, back.pathname + back.search)
}
